import type { Algorithm } from '../algorithm.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { nullIfDamaged } from '../storeErrors.ts';
import type { ContentReader } from './contentReader.ts';
import type { SourceText } from './sourceText.ts';

/** Keeps contents that a commit is about to replace. */
export interface KeepFormer {
  /** Whether the content of this record is to be kept. */
  wants(algo: Algorithm): Promise<boolean>;
  /** Whether the history has the content of this record already. */
  holds(algo: Algorithm): Promise<boolean>;
  /** Keeps it: durably when it resolves, or if `isInOrder` with a commit that is called after it. @param source null: the history has it */
  keep(algo: Algorithm, source: SourceText | null): Promise<void>;
  /** The commit has happened: makes room for what is kept later. */
  kept(algo: Algorithm): Promise<void>;
  /** Another commit came first, after the content of this record was kept. */
  refused(algo: Algorithm): Promise<void>;
  readonly isInOrder: boolean;
}

interface Parts {
  readonly reader: ContentReader;
  readonly onProblem: OnProblem;
}

/** Runs a commit, after which the former content is kept. Null: the commit has not happened, because another one came first. */
type CommitAfter = <Value>(commit: () => Promise<Value | null>) => Promise<Value | null>;

/**
 * Reads the content of a record that a commit is about to replace, and keeps it before that commit; for a caller that holds the lock. A
 * content that is missing or damaged cannot be kept: the commit is perhaps what mends it.
 * @throws UnavailableError
 */
export async function keptBefore(parts: Parts, algo: Algorithm, keep: KeepFormer | null): Promise<CommitAfter> {
  if (keep === null || !(await keep.wants(algo))) return (commit) => commit();
  const isHeld = !parts.reader.isInMemory(algo) && (await keep.holds(algo)); // to ask takes longer than to send the bytes once more
  const source = isHeld ? null : await formerOf(parts, algo);
  if (source === null && !isHeld) return (commit) => commit();
  const ends = { refused: () => keep.refused(algo), kept: () => keep.kept(algo) };
  if (keep.isInOrder) return (commit) => together(parts, { keep: () => keep.keep(algo, source), ...ends }, commit);
  await keep.keep(algo, source);
  return async (commit) => settled(parts, ends, await commit());
}

/** The content of a record that is replaced; null when it is missing or damaged, which is reported. @throws UnavailableError */
const formerOf = ({ reader, onProblem }: Parts, algo: Algorithm): Promise<SourceText | null> =>
  nullIfDamaged(reader.former(algo), (damage) => onProblem(damage, 'algorithm content: a former one that is not kept'));

/** What follows the commit. */
interface Ends {
  readonly refused: () => Promise<void>;
  readonly kept: () => Promise<void>;
}

interface Keeping extends Ends {
  readonly keep: () => Promise<void>;
}

/** The store commits both in this order, mostly at once. A commit that is done stays done. */
async function together<Value>(
  parts: Parts,
  { keep, ...ends }: Keeping,
  commit: () => Promise<Value | null>,
): Promise<Value | null> {
  const keeping = keep(); // called first
  const [kept, committed] = await Promise.allSettled([keeping, commit()]);
  // A commit that another one preceded has lost nothing: the other one may have removed what was to be kept.
  if (kept.status === 'rejected' && committed.status === 'fulfilled' && committed.value !== null)
    parts.onProblem(kept.reason, 'algorithm content: a former one that is not kept');
  if (committed.status === 'rejected') throw committed.reason;
  return settled(parts, ends, committed.value);
}

async function settled<Value>(
  { onProblem }: Parts,
  { refused, kept }: Ends,
  committed: Value | null,
): Promise<Value | null> {
  await attempt(onProblem, 'algorithm content: what was kept of it', committed === null ? refused : kept);
  return committed;
}

/** The results of both. If one fails, the other ends first, and then what was done is taken back. */
export async function bothOr<One, Other>(
  takeBack: () => Promise<void>,
  one: Promise<One>,
  other: Promise<Other>,
): Promise<readonly [One, Other]> {
  try {
    return await Promise.all([one, other]);
  } catch (problem) {
    await Promise.allSettled([one, other]);
    await takeBack();
    throw problem;
  }
}
