import type { Algorithm, FormerAlgo } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';
import type { AlgoBin, AlgoRepository, EndedFormer, FormersOf } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';
import type { KeepFormer } from './commits.ts';
import { findPlace } from './contentStore.ts';

const DAY_MS = 86_400_000;

const BATCH = 100;

export const keepsVersions = ({ policy: { history } }: AccountsContext): boolean =>
  history.versions > 0 && history.versionsMs > 0;

export const nextEnd = ({ clock, policy }: AccountsContext): number => clock.now() + policy.history.versionsMs;

/**
 * Whether a save of this user belongs to the version that the record has, because an editor may save every few seconds. The content with
 * which an algorithm was created is a version of its own.
 */
export function isOfVersion(
  { clock, policy }: AccountsContext,
  { modifiedBy, dateSource, dateCreation }: Algorithm,
  userId: number,
): boolean {
  const age = clock.now() - dateSource;
  return modifiedBy === userId && dateSource > dateCreation && age >= 0 && age < policy.history.savesMs;
}

/**
 * Null if the policy keeps no versions.
 * @param wants whether the content of this record is to be kept
 */
export function formerOfChange(context: AccountsContext, wants: KeepFormer['wants']): KeepFormer | null {
  if (!keepsVersions(context)) return null;
  return {
    wants,
    entryOf: ({ permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo }) => ({
      ...algo,
      dateExpiration: nextEnd(context),
    }),
    kept: async ({ id }) => dropOldest(context, await context.history.list(id, () => {})),
  };
}

/**
 * Keeps as many of the latest as the policy says, and the latest of each day before them.
 * @param entries the latest first
 */
async function dropOldest(context: AccountsContext, entries: readonly FormerAlgo[]): Promise<void> {
  const days = new Set<number>();
  const dropped: FormerAlgo[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index >= context.policy.history.versions && days.has(dayOf(entry))) dropped.push(entry);
    days.add(dayOf(entry));
  }
  await removeFormers(context, dropped);
}

export async function removeFormers(
  { contentStore, history, content }: AccountsContext,
  entries: readonly EndedFormer[],
): Promise<void> {
  if (entries.length === 0) return;
  await contentStore.noteRemoval(entries.map(({ ref }) => ref));
  const removed = new Set(await history.remove(entries));
  const gone = entries.filter(({ ref }) => removed.has(ref));
  await Promise.all(gone.map(({ id, ref }) => content.reconciler.dropFormer(id, ref)));
}

export async function removeAllFormers(context: AccountsContext, of: FormersOf): Promise<void> {
  for (;;) {
    const found = await context.history.listKeys(of, BATCH);
    await removeFormers(context, found);
    if (found.length < BATCH) return;
  }
}

/** Removes former versions of an owner, those that end first, until at most `mostBytes` are left. */
export async function trimFormers(context: AccountsContext, ownerId: number, mostBytes: number): Promise<void> {
  const { history } = context;
  for (;;) {
    const first = await history.listKeys({ ownerId }, BATCH);
    // Read after the list: what others remove meanwhile is not in the sum, so of what is on the list no more goes than must.
    let excess = (await history.bytesOf(ownerId)) - mostBytes;
    if (excess <= 0 || first.length === 0) return;
    const removed = first.filter(({ contentBytes }) => {
      const isRemoved = excess > 0;
      excess -= contentBytes;
      return isRemoved;
    });
    await removeFormers(context, removed);
  }
}

const dayOf = ({ dateSource }: FormerAlgo): number => Math.floor(dateSource / DAY_MS);

const SHA256_HEX_CHARS = 64;

/** Both references end with the SHA-256 of their content. */
const isSameContent = (one: string, other: string): boolean =>
  one.slice(-SHA256_HEX_CHARS) === other.slice(-SHA256_HEX_CHARS);

/**
 * Without entries of commits that did not happen: the latest, with the content that the record has still. A change to the same content
 * makes no entry.
 * @param entries of an algorithm, the latest first
 * @param current null: there is no record
 */
export function withoutCurrent<Entry extends Pick<FormerAlgo, 'ref'>>(
  entries: readonly Entry[],
  current: string | null,
): readonly Entry[] {
  if (current === null) return entries;
  const first = entries.findIndex(({ ref }) => !isSameContent(ref, current));
  return first === -1 ? [] : entries.slice(first);
}

/** What is damaged is there. */
export async function isGone(algos: AlgoRepository, bin: AlgoBin, id: number): Promise<boolean> {
  try {
    const found = await findPlace<Algorithm>(
      () => algos.findById(id),
      () => bin.find(id),
    );
    return found === null;
  } catch (error) {
    if (error instanceof DamagedError) return false;
    throw error;
  }
}
