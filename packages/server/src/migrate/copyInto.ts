import { copyStore, type Watch } from './copyStore.ts';
import type { ReadSide, Target } from './side.ts';
import { type Tally, verifyCopy } from './verifyCopy.ts';

interface Copy extends Watch {
  readonly from: ReadSide;
}

/** What was copied. */
export interface Moved {
  /** Without credentials. */
  readonly from: string;
  readonly to: string;
  /** Whether this same migration had begun before. */
  readonly begun: 'begun' | 'resumed';
  /** What both sides hold, by kind. */
  readonly verified: readonly Tally[];
}

/** Copies everything into a target, verifies the copy, and removes the marks of the target. @throws StartError */
export async function copyInto(target: Target, { from, ...watch }: Copy): Promise<Moved> {
  const { begun } = target;
  watch.progress.note(`${begun === 'resumed' ? 'Resuming' : 'Beginning'}: ${from.location} to ${target.location}`);
  await copyStore(from, target, watch);
  const verified: Tally[] = [];
  for await (const tally of verifyCopy(from, target, watch)) verified.push(tally);
  await target.end();
  watch.progress.note('Done: both sides hold the same.');
  return { from: from.location, to: target.location, begun, verified };
}
