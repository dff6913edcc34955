import { PENDING_AGE_MS } from '../content/contentStore.ts';
import { removeInBatches } from '../inBatches.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import { removeFromBin } from './removeFromBin.ts';

type Ending = Pick<Parts, 'bin' | 'history' | 'clock' | 'policy' | 'bounds' | 'onProblem'>;

/**
 * Removes what has been in the bin for its time, for good. It waits longer than any call lasts, so that a restoration which began before finds it.
 * What a clock that was ahead has deleted stays longer: to bring its date to now would let it end at once if this clock is the wrong one.
 */
export async function endBin(parts: Ending): Promise<void> {
  const { bin, clock, policy, bounds, onProblem } = parts;
  const until = clock.now() - policy.history.binMs - PENDING_AGE_MS;
  await removeInBatches(bounds.batch, {
    list: (limit) => bin.listUntil(until, limit),
    keyOf: ({ id, version }) => `${id} ${version}`,
    remove: (key) => attempt(onProblem, 'a deleted algorithm whose time is over', () => removeFromBin(parts, key)),
  });
}
