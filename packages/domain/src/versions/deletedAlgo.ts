import { DomainError } from '../errors.ts';
import type { FormerAlgo, FormerVersion } from '../history/algoHistory.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';

/** Whether the bin shows it still: what has ended is there for some minutes more. */
export const isInBin = ({ dateSuppression, dateExpiration }: FormerAlgo, now: number): boolean =>
  dateSuppression !== null && dateExpiration > now;

/**
 * An algorithm in the bin of the user. What a deletion has kept that did not commit, or what was restored, is not in the bin: its record is there.
 * @throws DomainError Algo.Not_found
 */
export async function findDeleted(
  { algos, history, clock }: Pick<Parts, 'algos' | 'history' | 'clock'>,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<FormerVersion> {
  const found = await history.find(id);
  const isOwn = found?.former.ownerId === userId && isInBin(found.former, clock.now());
  if (!isOwn || (await algos.refOf(id)) !== null) throw new DomainError(Responses.Algo.Not_found);
  return found;
}
