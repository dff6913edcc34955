import type { Clock } from '@algotheque/domain';
import { SilenceError } from './smtpFailure.ts';

/** Bounds one step after another, each by a time of its own, and ends the work under way when a step takes longer. */
export class Patience {
  readonly #clock: Clock;
  readonly #giveUp: () => void;
  #step = new AbortController();
  #silence: SilenceError | null = null;

  /** @param giveUp ends the work under way */
  constructor(clock: Clock, giveUp: () => void) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Ends the step before, and gives the next one its time in milliseconds. */
  next(ms: number): void {
    this.end();
    this.#step = new AbortController();
    void this.#watch(ms, this.#step.signal);
  }

  /** No step is under way any more. */
  end(): void {
    this.#step.abort();
  }

  /** What the work failed by: the silence, where that is why it was ended, else the error that it threw. */
  reason(error: unknown): unknown {
    return this.#silence ?? error;
  }

  async #watch(ms: number, unless: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, unless);
    if (unless.aborted) return;
    this.#silence = new SilenceError(ms);
    this.#giveUp();
  }
}
