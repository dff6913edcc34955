import { PLACE_LEASE_MS, type RateLimiter } from '../../../../src/index.ts';
import { MemoryCounts, memoryRateLimiter } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { limiterFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override, tick } from './broken.ts';

const on = (changesOf: (port: RateLimiter) => Partial<RateLimiter>) => () =>
  limiterFixture((port) => override(port, changesOf(port)));

export const brokenLimiters: BrokenVariants<Fixture<RateLimiter>> = {
  'reads first and counts later': {
    fails: '100 racing hits',
    open: on((port) => {
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
  },
  'counts in each process': {
    fails: '100 racing hits',
    open: () => {
      const other = () => memoryRateLimiter(new MemoryCounts());
      return limiterFixture(() => other());
    },
  },
  'uses the latest time that was passed in': {
    fails: 'shortens a window that began under a clock that was ahead',
    open: on((port) => {
      let latest = 0;
      return {
        hit(key, rule, now) {
          latest = Math.max(latest, now);
          return port.hit(key, rule, latest);
        },
      };
    }),
  },
  'uses the latest time of a lease': {
    fails: 'shortens a lease that began under a clock that was ahead',
    open: on((port) => {
      let latest = 0;
      return {
        take(key, rule, now) {
          latest = Math.max(latest, now);
          return port.take(key, rule, latest);
        },
      };
    }),
  },
  'remembers for longer than lifeMs': {
    fails: 'remembers nothing for longer than lifeMs, after a clock that was ahead',
    open: on((port) => ({ remembers: (key, now) => port.remembers(key, now, 8.64e15) })),
  },
  'accepts one hit too many': {
    fails: 'counts hits within a window that starts with the first hit',
    open: on((port) => ({ hit: (key, rule, now) => port.hit(key, { ...rule, limit: rule.limit + 1 }, now) })),
  },
  'starts windows at full minutes': {
    fails: 'not by the clock',
    open: on((port) => ({
      async hit(key, rule, now) {
        const start = Math.floor(now / rule.windowMs) * rule.windowMs;
        const wait = await port.hit(`${key} ${start}`, rule, start);
        return wait === 0 ? 0 : start + rule.windowMs - now;
      },
    })),
  },
  'moves the window at refused hits': {
    fails: 'does not count a refused hit',
    open: on((port) => {
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
  },
  'resolves to the end in place of the duration': {
    fails: 'resolves to the milliseconds until the next hit can pass',
    open: on((port) => ({
      async hit(key, rule, now) {
        const wait = await port.hit(key, rule, now);
        return wait === 0 ? 0 : now + wait;
      },
    })),
  },
  'folds the case of keys': {
    fails: 'counts each key by itself',
    open: on((port) => ({ hit: (key, rule, now) => port.hit(key.toLowerCase(), rule, now) })),
  },
  'counts only failures against the limit': {
    fails: 'gives as many places as the limit',
    open: on((port) => ({
      async take(key, rule, now) {
        const place = await port.take(key, rule, now);
        return place.state === 'undecided' ? { state: 'taken' } : place;
      },
    })),
  },
  'counts successes too': {
    fails: 'removes a place when the try succeeded',
    open: on((port) => ({ settle: (key, rule, _outcome, now) => port.settle(key, rule, 'failed', now) })),
  },
  'removes failures at a success': {
    fails: 'keeps failures and the limit when more successes are settled than places were taken',
    open: on((port) => ({
      async settle(key, rule, outcome, now) {
        await port.settle(key, rule, outcome, now);
        if (outcome === 'succeeded') await port.clear(key);
      },
    })),
  },
  'never counts a place without an outcome': {
    fails: 'counts a place without an outcome as a failure when its lease ends',
    open: on((port) => {
      const taken: number[] = [];
      return {
        async take(key, rule, now) {
          while (taken[0] !== undefined && now - taken[0] > PLACE_LEASE_MS) {
            await port.settle(key, rule, 'succeeded', taken.shift() ?? now);
          }
          taken.push(now);
          return port.take(key, rule, now);
        },
      };
    }),
  },
  'refuses while tries are undecided': {
    fails: 'gives a place to each of 50 correct tries at once',
    open: on((port) => ({
      async take(key, rule, now) {
        const place = await port.take(key, rule, now);
        return place.state === 'undecided' ? { state: 'refused', retryAfterMs: rule.windowMs } : place;
      },
    })),
  },
  'clears undecided places too': {
    fails: 'removes failures by clear',
    open: on((port) => {
      const taken: (() => Promise<void>)[] = [];
      return {
        take(key, rule, now) {
          taken.push(() => port.settle(key, rule, 'succeeded', now));
          return port.take(key, rule, now);
        },
        async clear(key) {
          for (const giveBack of taken.splice(0)) await giveBack();
          await port.clear(key);
        },
      };
    }),
  },
  'keeps the last moment, not the latest': {
    fails: 'extends how long a key is remembered, and never shortens it',
    open: on(() => {
      const ends = new Map<string, number>();
      return {
        async remember(key, until) {
          ends.set(key, until);
        },
        remembers: async (key, now) => now < (ends.get(key) ?? now),
      };
    }),
  },
  'removes running windows': {
    fails: 'keeps running windows when expired counters are removed',
    open: on((port) => ({
      deleteExpired: async (now) => {
        for (const key of ['hits', 'key']) await port.clear(key);
        await port.deleteExpired(now);
      },
    })),
  },
};
