import type { Algorithm } from '../algorithm.ts';
import type { OnProblem } from '../problems.ts';
import { DamagedError } from '../storeErrors.ts';
import type { ContentReader } from './contentReader.ts';
import type { SourceText } from './sourceText.ts';

/** Keeps contents that a commit is about to replace or to remove. */
export interface KeepFormer {
  /** Whether the content of this record is to be kept. */
  wants(algo: Algorithm): Promise<boolean>;
  /** Keeps it: durably when it resolves, or if `isInOrder` with a commit that is called after it. */
  keep(algo: Algorithm, source: SourceText): Promise<void>;
  readonly isInOrder: boolean;
}

interface Parts {
  readonly reader: ContentReader;
  readonly onProblem: OnProblem;
}

/** Runs a commit, after which the former content is kept. */
type CommitAfter = <Value>(commit: () => Promise<Value>) => Promise<Value>;

/**
 * Reads the content of a record that a commit is about to replace or remove, and keeps it before that commit; for a caller that holds the lock. A
 * content that is missing or damaged cannot be kept: the commit is perhaps what mends it.
 * @throws UnavailableError
 */
export async function keptBefore(parts: Parts, algo: Algorithm, keep: KeepFormer | null): Promise<CommitAfter> {
  const source = keep !== null && (await keep.wants(algo)) ? await formerOf(parts, algo) : null;
  if (keep === null || source === null) return (commit) => commit();
  if (keep.isInOrder) return (commit) => together(parts, () => keep.keep(algo, source), commit);
  await keep.keep(algo, source);
  return (commit) => commit();
}

async function formerOf({ reader, onProblem }: Parts, algo: Algorithm): Promise<SourceText | null> {
  try {
    return await reader.former(algo);
  } catch (problem) {
    if (!(problem instanceof DamagedError)) throw problem;
    onProblem(problem, 'algorithm content: a former one that is not kept');
    return null;
  }
}

/** The store commits both in this order, mostly at once. A commit that is done stays done. */
async function together<Value>(
  { onProblem }: Parts,
  keep: () => Promise<void>,
  commit: () => Promise<Value>,
): Promise<Value> {
  const [kept, committed] = await Promise.allSettled([keep(), commit()]);
  if (committed.status === 'rejected') throw committed.reason;
  if (kept.status === 'rejected') onProblem(kept.reason, 'algorithm content: a former one that is not kept');
  return committed.value;
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
