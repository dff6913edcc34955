import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@algotheque/domain';
import type { FakeClock } from '@algotheque/domain/memory';

/** The shortest pause before a failed file is tried again. What sleeps less waits for other files. */
const PAUSE_MS = 1_000;

/**
 * The clock of files that are written behind the answers. Files wait for others until the clock of the test is advanced,
 * or while it hurries, until no call is under way. So the calls of an operation are the same in every run.
 */
export class RoundClock implements Clock {
  readonly #clock: FakeClock;
  #wait = new AbortController();
  #calls = 0;
  #hurries = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms >= PAUSE_MS || signal === undefined) return this.#clock.sleep(ms, signal);
    return this.#clock.sleep(ms, AbortSignal.any([signal, this.#wait.signal]));
  }

  /** Counts a call that is under way until it settles. */
  async during<Result>(call: Promise<Result>): Promise<Result> {
    this.#calls += 1;
    try {
      return await call;
    } finally {
      this.#calls -= 1;
      void this.#endWaits();
    }
  }

  /** Until `work` settles, files do not wait longer than for the calls under way. */
  async hurryUntil(work: Promise<void>): Promise<void> {
    this.#hurries += 1;
    void this.#endWaits();
    await work;
    this.#hurries -= 1;
  }

  async #endWaits(): Promise<void> {
    await setImmediate(); // what follows the last call has begun
    if (this.#hurries === 0 || this.#calls > 0) return;
    const wait = this.#wait;
    this.#wait = new AbortController();
    wait.abort();
  }
}
