import type { OnProblem } from '@algotheque/domain';
import { isError } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { asStartError } from '../startError.ts';
import type { Progress, Watch } from '../terminal/progress.ts';
import { copyStore } from './copyStore.ts';
import { openTarget } from './openTarget.ts';
import type { ReadSide } from './side.ts';
import { type KindDigest, verifyCopy } from './verifyCopy.ts';

interface Copy extends Watch {
  /** Removes what an interrupted import has left in the target. */
  readonly anew: boolean;
  readonly closing: Closing;
}

export interface Moved {
  /** Without credentials. */
  readonly from: string;
  readonly to: string;
  /** What both sides hold, by kind. */
  readonly verified: readonly KindDigest[];
}

/**
 * Copies everything into a store that holds nothing, verifies the copy, and removes the marks of the target.
 * @throws StartError
 */
export async function copyInto(to: SidePlace, from: ReadSide, { closing, anew, ...watch }: Copy): Promise<Moved> {
  const { progress } = watch;
  const target = await openTarget(to, { source: from.location, anew, closing, onProblem: noting(progress) });
  progress.note(`Beginning: ${from.location} to ${target.location}`);
  await copyStore(from, target, watch);
  const verified: KindDigest[] = [];
  for await (const tally of verifyCopy(from, target, watch)) verified.push(tally);
  await target.end();
  progress.note('Done: both sides hold the same.');
  return { from: from.location, to: target.location, verified };
}

/** Tells the problems of a store as lines of the progress. */
export const noting =
  (progress: Progress): OnProblem =>
  (problem, where) => {
    const error = asStartError(problem);
    progress.note(`${where}: ${isError(error) ? error.message : String(error)}`);
  };
