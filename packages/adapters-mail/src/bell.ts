import type { Clock } from '@algotheque/domain';

/** Lets one who waits be woken. A ring that nobody waits for is kept for the next wait. */
export class Bell {
  readonly #clock: Clock;
  #rung = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung.abort();
  }

  /** Waits for a ring, for `ms` milliseconds at most, or until the signal. @returns whether it was a ring */
  async wait(ms: number, until: AbortSignal): Promise<boolean> {
    await this.#clock.sleep(ms, AbortSignal.any([this.#rung.signal, until]));
    const isRung = this.#rung.signal.aborted;
    if (isRung) this.#rung = new AbortController();
    return isRung;
  }
}
