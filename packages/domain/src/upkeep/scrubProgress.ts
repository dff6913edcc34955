import type { Clock } from '../clock.ts';
import { attempt, type OnProblem } from '../problems.ts';

/** How far the contents have been verified. A round verifies each of them once. */
export interface ScrubProgress {
  /** When the round began, milliseconds since the Unix epoch. */
  readonly began: number;
  /** The id of the last record that was verified, 0 before the first; null when the round is over. */
  readonly after: number | null;
  /** How many damaged records and contents it has found. Absent: none. */
  readonly damaged?: number;
  /** The last round that has ended. */
  readonly last?: { readonly began: number; readonly ended: number; readonly damaged: number };
}

export interface ScrubPlace {
  /** Null when none is kept. */
  read(): Promise<ScrubProgress | null>;
  write(progress: ScrubProgress): Promise<void>;
}

/** How often the progress is kept within a round. After a crash so much is repeated. */
const KEEP_MS = 60_000;

interface Parts {
  readonly place: ScrubPlace;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
}

/** The progress in its place: a failure there is reported. */
export function keptProgress({ place, clock, onProblem }: Parts) {
  const where = 'the place of the verification of contents';
  let keptAt = clock.now();
  const keep = async (progress: ScrubProgress): Promise<void> => {
    keptAt = clock.now();
    await attempt(onProblem, where, () => place.write(progress));
  };
  return {
    async read(): Promise<ScrubProgress> {
      const now = clock.now();
      try {
        const kept = (await place.read()) ?? { began: now, after: 0 };
        return { ...kept, began: Math.min(kept.began, now) }; // a clock that was ahead has written a later date
      } catch (problem) {
        onProblem(problem, where);
        return { began: now, after: 0 };
      }
    },
    keep,
    async keepSometimes(progress: ScrubProgress): Promise<void> {
      if (Math.abs(clock.now() - keptAt) >= KEEP_MS) await keep(progress);
    },
  };
}
