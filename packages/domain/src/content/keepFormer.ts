import type { Algorithm } from '../algorithm.ts';
import { UnavailableError } from '../errors.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { DamagedError } from '../storeErrors.ts';
import type { ContentReader } from './contentReader.ts';
import type { SourceText } from './sourceText.ts';

/** What a commit leaves to do about what was kept for it. */
export interface Kept {
  readonly committed?: () => Promise<void>;
  /** Another commit came first. */
  readonly refused?: () => Promise<void>;
  /** It has failed, and the store knows whether it happened. */
  readonly failed?: () => Promise<void>;
}

/** Keeps contents that a commit is about to replace or to remove. */
export interface KeepFormer {
  /** Whether the content of this record is to be kept. */
  wants(algo: Algorithm): Promise<boolean>;
  /** Keeps it: durably when it resolves, or if `isInOrder` with a commit that is called after it. */
  keep(algo: Algorithm, source: SourceText): Promise<Kept>;
  /** The content of this record is not kept: it is not wanted, is missing or is damaged. */
  passOver(algo: Algorithm): Promise<Kept>;
  readonly isInOrder: boolean;
}

interface Parts {
  readonly reader: ContentReader;
  readonly onProblem: OnProblem;
}

/** Runs a commit, after which the former content is kept. Null: the commit has not happened, because another one came first. */
type CommitAfter = <Value>(commit: () => Promise<Value | null>) => Promise<Value | null>;

/**
 * Reads the content of a record that a commit is about to replace or remove, and keeps it before that commit; for a caller that holds the lock. A
 * content that is missing or damaged cannot be kept: the commit is perhaps what mends it.
 * @throws UnavailableError
 */
export async function keptBefore(parts: Parts, algo: Algorithm, keep: KeepFormer | null): Promise<CommitAfter> {
  if (keep === null) return (commit) => commit();
  const source = (await keep.wants(algo)) ? await formerOf(parts, algo) : null;
  const keepIt = () => (source === null ? keep.passOver(algo) : keep.keep(algo, source));
  if (source !== null && keep.isInOrder) return (commit) => together(parts, keepIt, commit);
  const kept = await keepIt();
  return (commit) => settled(parts, Promise.resolve(kept), commit());
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
function together<Value>(
  parts: Parts,
  keep: () => Promise<Kept>,
  commit: () => Promise<Value | null>,
): Promise<Value | null> {
  const kept = keep(); // called first
  return settled(parts, kept, commit());
}

/** Waits for both, and does what the outcome of the commit leaves to do. */
async function settled<Value>(
  { onProblem }: Parts,
  keeping: Promise<Kept>,
  committing: Promise<Value | null>,
): Promise<Value | null> {
  const [kept, committed] = await Promise.allSettled([keeping, committing]);
  const step = kept.status === 'fulfilled' ? stepOf(kept.value, committed) : undefined;
  if (step !== undefined) await attempt(onProblem, 'algorithm content: what was kept of it', step);
  if (committed.status === 'rejected') throw committed.reason;
  if (kept.status === 'rejected') onProblem(kept.reason, 'algorithm content: a former one that is not kept');
  return committed.value;
}

function stepOf(
  { committed, refused, failed }: Kept,
  outcome: PromiseSettledResult<unknown>,
): (() => Promise<void>) | undefined {
  if (outcome.status === 'fulfilled') return outcome.value === null ? refused : committed;
  return outcome.reason instanceof UnavailableError && outcome.reason.isDecided ? failed : undefined;
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
