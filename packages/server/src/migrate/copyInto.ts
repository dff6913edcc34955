import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { asStartError } from '../startError.ts';
import type { Progress, Watch } from '../terminal/progress.ts';
import { copyStore } from './copyStore.ts';
import { openTarget } from './openTarget.ts';
import type { ReadSide } from './side.ts';
import { type Tally, verifyCopy } from './verifyCopy.ts';

interface Copy extends Watch {
  readonly closing: Closing;
}

export interface Moved {
  /** Without credentials. */
  readonly from: string;
  readonly to: string;
  /** Whether this same migration had begun before. */
  readonly begun: 'begun' | 'resumed';
  /** What both sides hold, by kind. */
  readonly verified: readonly Tally[];
}

/**
 * Opens a store that holds nothing or a part of this same copy, copies everything into it, verifies the copy, and removes the marks of the
 * target.
 * @throws StartError
 */
export async function copyInto(to: SidePlace, from: ReadSide, { closing, ...watch }: Copy): Promise<Moved> {
  const target = await openTarget(to, { source: from.location, closing, onProblem: noting(watch.progress) });
  const { begun } = target;
  watch.progress.note(`${begun === 'resumed' ? 'Resuming' : 'Beginning'}: ${from.location} to ${target.location}`);
  await copyStore(from, target, watch);
  const verified: Tally[] = [];
  for await (const tally of verifyCopy(from, target, watch)) verified.push(tally);
  await target.end();
  watch.progress.note('Done: both sides hold the same.');
  return { from: from.location, to: target.location, begun, verified };
}

/** Tells the problems of a store as lines of the progress. */
export const noting =
  (progress: Progress): OnProblem =>
  (problem, where) => {
    const error = asStartError(problem);
    progress.note(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  };
