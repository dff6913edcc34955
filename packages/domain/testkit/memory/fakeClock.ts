import type { Clock } from '@algotheque/domain';

interface Sleeper {
  readonly end: number;
  wake(): void;
}

/**
 * A clock for tests that the test moves. A `sleep` without a signal is a short wait for other work: it lets pending work run and
 * then moves the clock to its end. A `sleep` with a signal is an idle wait: it lasts until `advance` passes its end, or until
 * the signal aborts. Otherwise a sweeper would move the clock without end.
 */
export class FakeClock implements Clock {
  #now: number;
  #sleepers: readonly Sleeper[] = [];

  /** @param start milliseconds since the Unix epoch */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock forward by `ms` milliseconds and ends the sleeps until then. */
  advance(ms: number): void {
    this.#moveTo(this.#now + ms);
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const end = this.#now + ms;
    if (signal !== undefined) return this.#sleepUntil(end, signal);
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#moveTo(Math.max(this.#now, end));
  }

  #moveTo(now: number): void {
    this.#now = now;
    const due = this.#sleepers.filter(({ end }) => end <= now);
    this.#sleepers = this.#sleepers.filter(({ end }) => end > now);
    for (const sleeper of due) sleeper.wake();
  }

  #sleepUntil(end: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || end <= this.#now) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const sleeper: Sleeper = { end, wake: () => resolve() };
    this.#sleepers = [...this.#sleepers, sleeper];
    signal.addEventListener('abort', sleeper.wake);
    return promise.finally(() => {
      signal.removeEventListener('abort', sleeper.wake);
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    });
  }
}
