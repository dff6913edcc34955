/**
 * How far the clocks of two servers on one store may differ, in milliseconds. A stored date that is further in the
 * future than this allows was written by a clock that was ahead, and is not used.
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/** The last moment that a Date holds (ECMA-262, time values), milliseconds since the Unix epoch. */
export const MAX_DATE_MS = 8_640_000_000_000_000;

/** The only source of time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. A sleep keeps the process alive until it ends or its signal aborts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    if (signal?.aborted === true) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake); // a signal may be used for any number of sleeps
    });
  },
};
