import type { Clock } from '../clock.ts';
import type { OnProblem } from '../problems.ts';
import type { RoundLog } from './deletionLog.ts';

/**
 * How far a round goes beyond the one before it, at most: what ended while no server ran is removed sixty times as fast as it ended, and a
 * clock that is wrong for a moment removes only what ends within the hour.
 */
export const ROUND_STEP_MS = 3_600_000;

export class ClockJumpError extends Error {
  override readonly name = 'ClockJumpError';

  constructor(last: number, now: number) {
    super(
      `The clock jumped since the last round of this store, from ${dateOf(last)} to ${dateOf(now)}: is it right? ` +
        'What has ended is removed in steps of an hour each minute until then.',
    );
  }
}

const dateOf = (ms: number): string => new Date(ms).toISOString();

interface Parts {
  readonly rounds: RoundLog;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
}

/**
 * Makes the function that gives each round the time up to which it removes what ends by age, milliseconds since the Unix epoch. After a
 * jump of the clock, which may be wrong, each round goes one step on. The first round of a store, also of a restored one, goes up to the
 * clock: nothing shows whether that is right.
 * @throws UnavailableError, DamagedError: then nothing may be removed
 */
export function removalTimes({ rounds, clock, onProblem }: Parts): () => Promise<number> {
  let isBehind = false;
  return async () => {
    const now = clock.now();
    const last = (await rounds.last()) ?? now;
    const until = Math.min(now, last + ROUND_STEP_MS);
    const wasBehind = isBehind;
    isBehind = until < now;
    if (isBehind && !wasBehind) onProblem(new ClockJumpError(last, now), 'clock');
    await rounds.record(until);
    return until;
  };
}
