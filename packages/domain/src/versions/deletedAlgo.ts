import type { DeletedAlgo } from '../algorithm.ts';
import { DomainError } from '../errors.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';

type Policy = Pick<Parts, 'policy'>;

/** Until when it can be restored, milliseconds since the Unix epoch. */
export const binEnd = ({ policy }: Policy, { dateSuppression }: Pick<DeletedAlgo, 'dateSuppression'>): number =>
  dateSuppression + policy.history.binMs;

/** Whether the bin shows it still: what has ended is there for some minutes more. */
export const isInBin = (parts: Policy, algo: DeletedAlgo, now: number): boolean => binEnd(parts, algo) > now;

/** An algorithm in the bin of the user. @throws DomainError Algo.Not_found */
export async function findDeleted(
  parts: Pick<Parts, 'bin' | 'clock' | 'policy'>,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<DeletedAlgo> {
  const found = await parts.bin.find(id);
  const isOwn = found?.ownerId === userId && isInBin(parts, found, parts.clock.now());
  if (!isOwn) throw new DomainError(Responses.Algo.Not_found);
  return found;
}
