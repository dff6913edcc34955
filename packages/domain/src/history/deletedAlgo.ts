import type { DeletedAlgo } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { Responses } from '../responses.ts';

/** Until when it can be restored, milliseconds since the Unix epoch. */
export const binEnd = (
  { policy }: AccountsContext,
  { dateSuppression }: Pick<DeletedAlgo, 'dateSuppression'>,
): number => dateSuppression + policy.history.binMs;

/** Whether the bin shows it still: what has ended is there for some minutes more. */
export const isInBin = (context: AccountsContext, algo: DeletedAlgo, now: number): boolean =>
  binEnd(context, algo) > now;

/** An algorithm in the bin of the user. @throws DomainError Algo.Not_found */
export async function findDeleted(
  context: AccountsContext,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<DeletedAlgo> {
  const found = await context.bin.find(id);
  const isOwn = found?.ownerId === userId && isInBin(context, found, context.clock.now());
  if (!isOwn) throw new DomainError(Responses.Algo.Not_found);
  return found;
}
