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
        return { retryAfterMs: 0, end: now + rule.windowMs };
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
      const answer = await port.hit(`${key} ${start}`, rule, start);
      return answer.retryAfterMs === 0 ? answer : { ...answer, retryAfterMs: start + rule.windowMs - now };
    },
  })),
  on('moves the window at refused hits', 'does not count a refused hit', (port) => {
    const until = new Map<string, number>();
    return {
      async hit(key, rule, now) {
        if (now < (until.get(key) ?? 0)) until.set(key, now + rule.windowMs);
        const { retryAfterMs, end } = await port.hit(key, rule, now);
        const wait = Math.max(retryAfterMs, (until.get(key) ?? now) - now);
        if (wait > 0) until.set(key, now + rule.windowMs);
        return { retryAfterMs: wait, end };
      },
    };
  }),
  on(
    'resolves to the end in place of the duration',
    'resolves to the milliseconds until the next hit can pass',
    (port) => ({
      async hit(key, rule, now) {
        const { retryAfterMs, end } = await port.hit(key, rule, now);
        return { retryAfterMs: retryAfterMs === 0 ? 0 : end, end };
      },
    }),
  ),
  on('folds the case of keys', 'counts each key by itself', (port) => ({
    hit: (key, rule, now) => port.hit(key.toLowerCase(), rule, now),
  })),
  on('tells the end of the longest window in place of the one that runs', 'tells the end of the window', (port) => ({
    async hit(key, rule, now) {
      const { retryAfterMs } = await port.hit(key, rule, now);
      return { retryAfterMs, end: now + rule.windowMs };
    },
  })),
  on('gives nothing back', 'has room for one hit more for each that is given back', () => ({
    async giveBack() {},
  })),
  on('gives back from the window that runs', 'gives nothing back from a window that has ended', (port) => ({
    giveBack: (key) => port.giveBack(key, Number.MAX_SAFE_INTEGER),
  })),
  on(
    'knows a window only by the end that it began with',
    'gives a hit back from a window that was shortened',
    (port) => {
      const ends = new Map<string, number>();
      return {
        async hit(key, rule, now) {
          const answer = await port.hit(key, rule, now);
          ends.set(key, answer.end);
          return answer;
        },
        async giveBack(key, end) {
          if (ends.get(key) === end) await port.giveBack(key, end);
        },
      };
    },
  ),
  on('counts below zero', 'never counts below zero', (port) => {
    const owed = new Map<string, number>();
    return {
      async hit(key, rule, now) {
        const debt = owed.get(key) ?? 0;
        if (debt === 0) return port.hit(key, rule, now);
        owed.set(key, debt - 1);
        return { retryAfterMs: 0, end: now + rule.windowMs };
      },
      async giveBack(key, end) {
        owed.set(key, (owed.get(key) ?? 0) + 1);
        await port.giveBack(key, end);
      },
    };
  }),
  on('gives back twice', 'the limit and what is given back, of 100 racing hits', (port) => ({
    async giveBack(key, end) {
      await tick();
      for (let back = 0; back < 2; back += 1) await port.giveBack(key, end);
    },
  })),
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
      await port.clear('key');
      await port.deleteExpired(now);
    },
  })),
  on('counts windows in 32 bits', 'more milliseconds than 32 bits hold', (port) => ({
    hit: (key, rule, now) => port.hit(key, { ...rule, windowMs: narrow(rule.windowMs) }, now),
  })),
];
