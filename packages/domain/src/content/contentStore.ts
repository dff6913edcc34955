import type { Health, OnDamaged } from '../storeErrors.ts';

/** Where an algorithm is: among the records, or in the bin. */
export type RecordPlace = 'records' | 'bin';

/** A content as a store lists it: by what it belongs to. */
export type ListedContent =
  | { readonly kind: RecordPlace; readonly id: number }
  /** A former version of the algorithm `id`. */
  | { readonly kind: 'former'; readonly id: number; readonly ref: string };

/**
 * The source code of algorithms, as bytes, each content under a reference of its own: a random part, perhaps with the time before it, and
 * the content's SHA-256. Content is immutable. A record names it by `ref`, and the record is the commit point: a caller saves by `stage`,
 * commit, `publish`; moves an algorithm by commit, `move`; deletes by `noteRemoval`, commit, `delete`. One caller at a time works on an id
 * within a process. Every step is repeatable. What a crash leaves between two steps is found by `pending` and `listContents`.
 */
export interface ContentStore extends Health {
  /**
   * Takes content that no record names yet, and resolves to its new reference: two equal contents never share one. The content is durable
   * when this resolves.
   * @param replaces the reference that the record names now, if the commit replaces that content and no former version keeps it: nothing of
   *   it is left once `publish` has ended, also after a crash. Null for a new algorithm.
   * @param ref the reference that the content has in another store, of which this one becomes a copy. Default: a new one
   */
  stage(content: Uint8Array, replaces: string | null, ref?: string): Promise<string>;
  /**
   * The content that the record `id` names is to be a former version of it: keeps it, durably, beside what a commit puts in its place. Also
   * for content that is staged still while a former version names it. False when the content is not there.
   */
  keep(id: number, ref: string): Promise<boolean>;
  /**
   * The record `id` names `ref`: makes it the published content, in place of the one before. It has no effect if `ref` is published
   * already, or if it is neither staged nor published.
   */
  publish(id: number, ref: string): Promise<void>;
  /** The record `id` with this content was moved to the bin, or back to the records. */
  move(id: number, ref: string, to: RecordPlace): Promise<void>;
  /**
   * The content that `ref` names: of the algorithm `id`, of the bin, of a former version, or still staged; null when none. Never a mixture,
   * never the content of another reference.
   * @throws DamagedError if the store can distinguish damaged content from that of another reference; otherwise it resolves to null too,
   *   which is damage if a record names `ref`
   */
  read(id: number, ref: string): Promise<Uint8Array | null>;
  /**
   * After the next commit perhaps nothing names these contents: takes note of that, durably, unless the store finds by itself what
   * nothing names (`listContents`).
   */
  noteRemoval(refs: readonly string[]): Promise<void>;
  /** Nothing names a content that was staged: removes it. Never touches content that was published under another reference. */
  discard(ref: string): Promise<void>;
  /** The algorithm `id` was removed from the records or the bin: removes its content there. @param ref null: not known */
  delete(id: number, ref: string | null, from: RecordPlace): Promise<void>;
  /**
   * There is no former version of the algorithm `id` with this content: removes it, as far as it was kept for that.
   * @param isNamed a record or the bin names it still, and it stays for them
   */
  deleteFormer(id: number, ref: string, isNamed: boolean): Promise<void>;
  /**
   * The references of contents that are staged or whose removal was noted: of processes that have ended, if the store knows that, and all
   * that are older than `PENDING_AGE_MS` at `now` (ms since the epoch), or by a clock of its own. Its cost depends on these only, not on
   * all content.
   */
  pending(now: number, onDamaged?: OnDamaged): Promise<readonly string[]>;
  /**
   * All contents that are not staged, in batches, for a store that takes no notes: a crash may leave some that no record needs any more.
   * Absent where `noteRemoval` takes notes.
   */
  listContents?(): AsyncIterable<readonly ListedContent[]>;
  /** Resolves when all work has ended that continues after the calls have resolved. Absent: the store has no such work. */
  settled?(): Promise<void>;
  /** Where an operator finds the content: a path or a collection and its key, for error messages in the log. */
  locate(id: number, ref: string): string;
}

/** After this time unfinished work counts as abandoned: longer than any call lasts (300 s). */
export const PENDING_AGE_MS = 600_000;

/**
 * What the records or the bin have; null when neither has it. An algorithm may move from one to the other between two reads, so it asks
 * both twice.
 */
export async function findPlace<Found>(
  inRecords: () => Promise<Found | null>,
  inBin: () => Promise<Found | null>,
): Promise<{ readonly found: Found; readonly place: RecordPlace } | null> {
  for (let times = 0; times < 2; times += 1) {
    const record = await inRecords();
    if (record !== null) return { found: record, place: 'records' };
    const deleted = await inBin();
    if (deleted !== null) return { found: deleted, place: 'bin' };
  }
  return null;
}
