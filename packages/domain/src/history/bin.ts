import type { Algorithm, BinKey, DeletedAlgo } from '../algorithm.ts';
import { MAX_DATE_MS } from '../clock.ts';
import type { LoadAlgo } from '../content/contentReader.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import type { AccountsContext } from '../context.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { removeInBatches } from '../work.ts';
import type { EndedFormer } from './algoHistory.ts';
import { isGone, withoutCurrent } from './formers.ts';

/**
 * Deletes an algorithm, and keeps it in the bin of its owner if the policy has one.
 * @param committed called at the commit: what follows may fail
 * @throws what `load` throws, when another commit came first
 */
export async function deleteToBin(
  context: AccountsContext,
  algo: Algorithm,
  { load, committed }: { readonly load: LoadAlgo; readonly committed: () => void },
): Promise<void> {
  const { content, clock, policy } = context;
  if (policy.history.binMs > 0) return content.moveToBin(algo, { load, committed, dateSuppression: clock.now() });
  await content.delete(algo, load, committed);
  await removeFormers(context, algo.id);
}

/** Until when it can be restored, milliseconds since the Unix epoch. */
export const binEnd = (
  { policy }: AccountsContext,
  { dateSuppression }: Pick<DeletedAlgo, 'dateSuppression'>,
): number => dateSuppression + policy.history.binMs;

/** Whether the bin shows it still: what has ended is there for some minutes more. */
export const isInBin = (context: AccountsContext, algo: DeletedAlgo, now: number): boolean =>
  binEnd(context, algo) > now;

export async function findDeleted(
  context: AccountsContext,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<DeletedAlgo> {
  const found = await context.bin.find(id);
  const isOwn = found?.ownerId === userId && isInBin(context, found, context.clock.now());
  if (!isOwn) throw new DomainError(Responses.Algo.Not_found);
  return found;
}

/**
 * Removes for good what has been in the bin for its time by `now`. It waits longer than any call lasts, for restorations that began before.
 * What a clock that was ahead has deleted stays longer: this clock may be the wrong one.
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

/** With its content and its former versions. False if somebody else has removed or restored it. */
export async function removeFromBin(context: AccountsContext, algo: BinKey, committed?: () => void): Promise<boolean> {
  const isRemoved = await context.content.removeFromBin(algo, committed);
  if (isRemoved) await removeFormers(context, algo.id);
  return isRemoved;
}

/** The former versions of an algorithm that is gone. After a failure here they end by their dates. */
function removeFormers({ formers, onProblem }: AccountsContext, id: number): Promise<void> {
  return attempt(onProblem, 'history of an algorithm that is gone', () => formers.removeAll({ id }));
}

/**
 * Removes the entries of the history whose time has come by `now`, but the latest of each algorithm. An entry waits longer than any call
 * lasts. If the policy keeps no versions, all go at once: no call reads them.
 */
export async function endFormers(context: AccountsContext, now: number): Promise<void> {
  const { history, formers, bounds, onProblem } = context;
  const until = formers.keepsVersions ? now - PENDING_AGE_MS : MAX_DATE_MS;
  await removeInBatches(bounds.batch, {
    list: (limit) => history.listEnded(until, limit),
    keyOf: ({ ref }) => ref,
    remove: (entry) => attempt(onProblem, 'history that has ended', () => endOne(context, entry)),
  });
}

async function endOne(context: AccountsContext, entry: EndedFormer): Promise<void> {
  const { history, formers } = context;
  if (formers.keepsVersions && (await isLatest(context, entry))) await history.prolong(entry, formers.nextEnd);
  else await formers.remove([entry]);
}

async function isLatest({ history, algos, bin }: AccountsContext, { id, ref }: EndedFormer): Promise<boolean> {
  if (await isGone(algos, bin, id)) return false;
  const current = await algos.refOf(id);
  const entries = await history.list(id, () => {}); // damage is reported to who reads it
  return withoutCurrent(entries, current)[0]?.ref === ref;
}
