import type { Clock } from './clock.ts';

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
