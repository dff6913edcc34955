import { setImmediate as turn } from 'node:timers/promises';

/** Counts the calls of `work`, and how many of them are under way at most. Each takes a turn. */
export function busiest() {
  const seen = { now: 0, most: 0, all: 0 };
  return {
    seen,
    async work(): Promise<void> {
      seen.all += 1;
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await turn();
      seen.now -= 1;
    },
  };
}
