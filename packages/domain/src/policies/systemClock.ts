import type { Clock } from '../ports/clock.ts';

/** The machine's own clock. A sleep does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted === true) return Promise.resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => clearTimeout(timer));
  },
};
