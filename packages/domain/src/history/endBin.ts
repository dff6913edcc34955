import { PENDING_AGE_MS } from '../content/contentStore.ts';
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
  const seen = new Set<string>();
  for (;;) {
    const ended = await bin.listUntil(until, bounds.batch);
    const fresh = ended.filter(({ id, version }) => !seen.has(`${id} ${version}`));
    for (const key of fresh) {
      seen.add(`${key.id} ${key.version}`);
      await attempt(onProblem, 'a deleted algorithm whose time is over', () => removeFromBin(parts, key));
    }
    if (fresh.length === 0 || ended.length < bounds.batch) return;
  }
}
