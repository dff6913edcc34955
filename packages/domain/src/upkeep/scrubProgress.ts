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

export class KeptProgress {
  readonly #parts: Parts;
  #keptAt: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#keptAt = parts.clock.now();
  }

  async read(): Promise<ScrubProgress> {
    const { place, clock, onProblem } = this.#parts;
    const now = clock.now();
    try {
      const kept = (await place.read()) ?? { began: now, after: 0 };
      return { ...kept, began: Math.min(kept.began, now) }; // a clock that was ahead has written a later date
    } catch (problem) {
      onProblem(problem, 'the place of the verification of contents');
      return { began: now, after: 0 };
    }
  }

  async keepSometimes(progress: ScrubProgress): Promise<void> {
    if (Math.abs(this.#parts.clock.now() - this.#keptAt) >= KEEP_MS) await this.keep(progress);
  }

  async keep(progress: ScrubProgress): Promise<void> {
    const { place, clock, onProblem } = this.#parts;
    this.#keptAt = clock.now();
    await attempt(onProblem, 'the place of the verification of contents', () => place.write(progress));
  }
}
