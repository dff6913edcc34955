import type { Clock } from '@algotheque/domain';
import { SilenceError } from './smtpFailure.ts';

/** Bounds successive steps, each by its own time, and ends the work under way when a step takes longer. */
export class StepTimer {
  readonly #clock: Clock;
  readonly #giveUp: () => void;
  #step = new AbortController();
  #silence: SilenceError | null = null;

  /** @param giveUp ends the work under way */
  constructor(clock: Clock, giveUp: () => void) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Ends the step before, and starts the time of the next one, in milliseconds. */
  next(ms: number): void {
    this.end();
    this.#step = new AbortController();
    void this.#watch(ms, this.#step.signal);
  }

  /** No step is under way any more. */
  end(): void {
    this.#step.abort();
  }

  /** Why the work failed: the silence, if that ended it, else the error that it threw. */
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
