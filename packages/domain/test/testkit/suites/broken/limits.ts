import { PLACE_LEASE_MS } from '../../../../src/index.ts';
import { MemoryCounts, memoryRateLimiter } from '../../../../testkit/memory/index.ts';
import { limiterFixture } from '../../memory/memoryFixtures.ts';
import { broken, narrow, onPort, tick } from './broken.ts';

const on = onPort(limiterFixture);

export const brokenLimiters = [
  on('reads first and counts later', '100 racing hits', (port) => {
    const seen = new Map<string, number>();
    return {
      async hit(key, rule, now) {
        const before = seen.get(key) ?? 0;
        if (before >= rule.limit) return port.hit(key, { ...rule, limit: 0 }, now);
        await tick();
        seen.set(key, before + 1);
        return 0;
      },
    };
  }),
  broken('counts in each process', '100 racing hits', () => {
    const other = () => memoryRateLimiter(new MemoryCounts());
    return limiterFixture(() => other());
  }),
  on('uses the latest time that was passed in', 'shortens a window that began under a clock that was ahead', (port) => {
    let latest = 0;
    return {
      hit(key, rule, now) {
        latest = Math.max(latest, now);
        return port.hit(key, rule, latest);
      },
    };
  }),
  on('uses the latest time of a lease', 'shortens a lease that began under a clock that was ahead', (port) => {
    let latest = 0;
    return {
      take(key, rule, now) {
        latest = Math.max(latest, now);
        return port.take(key, rule, latest);
      },
    };
  }),
  on(
    'remembers for longer than lifeMs',
    'remembers nothing for longer than lifeMs, after a clock that was ahead',
    (port) => ({ remembers: (key, now) => port.remembers(key, now, 8.64e15) }),
  ),
  on('accepts one hit too many', 'counts hits within a window that starts with the first hit', (port) => ({
    hit: (key, rule, now) => port.hit(key, { ...rule, limit: rule.limit + 1 }, now),
  })),
  on('starts windows at full minutes', 'not by the clock', (port) => ({
    async hit(key, rule, now) {
      const start = Math.floor(now / rule.windowMs) * rule.windowMs;
      const wait = await port.hit(`${key} ${start}`, rule, start);
      return wait === 0 ? 0 : start + rule.windowMs - now;
    },
  })),
  on('moves the window at refused hits', 'does not count a refused hit', (port) => {
    const until = new Map<string, number>();
    return {
      async hit(key, rule, now) {
        if (now < (until.get(key) ?? 0)) until.set(key, now + rule.windowMs);
        const wait = Math.max(await port.hit(key, rule, now), (until.get(key) ?? now) - now);
        if (wait > 0) until.set(key, now + rule.windowMs);
        return wait;
      },
    };
  }),
  on(
    'resolves to the end in place of the duration',
    'resolves to the milliseconds until the next hit can pass',
    (port) => ({
      async hit(key, rule, now) {
        const wait = await port.hit(key, rule, now);
        return wait === 0 ? 0 : now + wait;
      },
    }),
  ),
  on('folds the case of keys', 'counts each key by itself', (port) => ({
    hit: (key, rule, now) => port.hit(key.toLowerCase(), rule, now),
  })),
  on('counts only failures against the limit', 'gives as many places as the limit', (port) => ({
    async take(key, rule, now) {
      const place = await port.take(key, rule, now);
      return place.state === 'undecided' ? { state: 'taken' } : place;
    },
  })),
  on('counts successes too', 'removes a place when the try succeeded', (port) => ({
    recordOutcome: (key, rule, _outcome, now) => port.recordOutcome(key, rule, 'failed', now),
  })),
  on(
    'removes failures at a success',
    'keeps failures and the limit when more successes are recorded than places were taken',
    (port) => ({
      async recordOutcome(key, rule, outcome, now) {
        await port.recordOutcome(key, rule, outcome, now);
        if (outcome === 'succeeded') await port.clear(key);
      },
    }),
  ),
  on(
    'never counts a place without an outcome',
    'counts a place without an outcome as a failure when its lease ends',
    (port) => {
      const taken: number[] = [];
      return {
        async take(key, rule, now) {
          while (taken[0] !== undefined && now - taken[0] > PLACE_LEASE_MS) {
            await port.recordOutcome(key, rule, 'succeeded', taken.shift() ?? now);
          }
          taken.push(now);
          return port.take(key, rule, now);
        },
      };
    },
  ),
  on('refuses while tries are undecided', 'gives a place to each of 50 correct tries at once', (port) => ({
    async take(key, rule, now) {
      const place = await port.take(key, rule, now);
      return place.state === 'undecided' ? { state: 'refused', retryAfterMs: rule.windowMs } : place;
    },
  })),
  on('clears undecided places too', 'removes failures by clear', (port) => {
    const taken: (() => Promise<void>)[] = [];
    return {
      take(key, rule, now) {
        taken.push(() => port.recordOutcome(key, rule, 'succeeded', now));
        return port.take(key, rule, now);
      },
      async clear(key) {
        for (const giveBack of taken.splice(0)) await giveBack();
        await port.clear(key);
      },
    };
  }),
  on('keeps the last moment, not the latest', 'extends how long a key is remembered, and never shortens it', () => {
    const ends = new Map<string, number>();
    return {
      async remember(key, until) {
        ends.set(key, until);
      },
      remembers: async (key, now) => now < (ends.get(key) ?? now),
    };
  }),
  on('removes running windows', 'keeps running windows when expired counters are removed', (port) => ({
    deleteExpired: async (now) => {
      for (const key of ['hits', 'key']) await port.clear(key);
      await port.deleteExpired(now);
    },
  })),
  on('compares the first 255 characters of keys', 'counts each key by itself', (port) => ({
    hit: (key, rule, now) => port.hit(key.slice(0, 255), rule, now),
  })),
  on('counts windows in 32 bits', 'more milliseconds than 32 bits hold', (port) => ({
    hit: (key, rule, now) => port.hit(key, { ...rule, windowMs: narrow(rule.windowMs) }, now),
  })),
];
