import { PENDING_AGE_MS } from '../content/contentStore.ts';
import type { AccountsContext } from '../context.ts';
import { removeInBatches } from '../inBatches.ts';
import { attempt } from '../problems.ts';
import type { EndedFormer } from './algoHistory.ts';
import { isGone, withoutCurrent } from './formers.ts';

/**
 * Removes the entries of the history whose time has come by `now`, and keeps the latest former version of each algorithm that is there. An
 * entry waits longer than any call lasts, so that a restoration which began before its end finds it.
 */
export async function endFormers(context: AccountsContext, now: number): Promise<void> {
  const { history, bounds, onProblem } = context;
  await removeInBatches(bounds.batch, {
    list: (limit) => history.listEnded(now - PENDING_AGE_MS, limit),
    keyOf: ({ ref }) => ref,
    remove: (entry) => attempt(onProblem, 'history that has ended', () => endOne(context, entry)),
  });
}

/** A policy without versions ends those that are there. */
export async function cutFormers({ history, clock, formers }: AccountsContext): Promise<void> {
  if (!formers.keepsVersions) await history.cut(clock.now());
}

async function endOne(context: AccountsContext, entry: EndedFormer): Promise<void> {
  const { history, formers } = context;
  if (formers.keepsVersions && (await isLatest(context, entry))) await history.prolong(entry, formers.nextEnd);
  else await formers.remove([entry]);
}

/** Whether the algorithm is there or in the bin, and the entry is its latest former version. */
async function isLatest({ history, algos, bin }: AccountsContext, { id, ref }: EndedFormer): Promise<boolean> {
  if (await isGone({ algos, bin }, id)) return false;
  const current = await algos.refOf(id);
  const entries = await history.list(id, () => {}); // damage is reported to who reads it
  return withoutCurrent(entries, current)[0]?.ref === ref;
}
