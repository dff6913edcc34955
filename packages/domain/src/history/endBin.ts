import type { BinKey } from '../algorithm.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import type { AccountsContext } from '../context.ts';
import { removeInBatches } from '../inBatches.ts';
import { attempt } from '../problems.ts';

/**
 * Removes what has been in the bin for its time by `now`, for good. It waits longer than any call lasts, so that a restoration which began
 * before finds it. What a clock that was ahead has deleted stays longer: to bring its date to now would let it end at once if this clock is
 * the wrong one.
 */
export async function endBin(context: AccountsContext, now: number): Promise<void> {
  const { bin, policy, bounds, onProblem } = context;
  const until = now - policy.history.binMs - PENDING_AGE_MS;
  await removeInBatches(bounds.batch, {
    list: (limit) => bin.listUntil(until, limit),
    keyOf: ({ id, version }) => `${id} ${version}`,
    remove: (key) => attempt(onProblem, 'a deleted algorithm whose time is over', () => removeFromBin(context, key)),
  });
}

/**
 * Removes an algorithm from the bin for good, with its content and its former versions. False if somebody else has removed or restored it.
 */
export async function removeFromBin(context: AccountsContext, algo: BinKey): Promise<boolean> {
  const isRemoved = await context.content.removeFromBin(algo);
  if (isRemoved) await removeFormers(context, algo.id);
  return isRemoved;
}

/** The former versions of an algorithm that is gone. After a failure here they end by their dates. */
export function removeFormers({ formers, onProblem }: AccountsContext, id: number): Promise<void> {
  return attempt(onProblem, 'history of an algorithm that is gone', () => formers.removeAll({ id }));
}
