import { PLACE_LEASE_MS, type RateLimiter } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { dumpOf } from './support/rawFile.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const RULE = { limit: 2, windowMs: 60_000 };
const NOW = 1_775_000_000_000;
const YEAR = 365 * 86_400_000;

function limiterAt(path = scratchPath()): RateLimiter {
  const store = openedStore(path);
  return store.limiter;
}

describe('the limiter', () => {
  it('applies a shorter window to running windows', async () => {
    const limiter = limiterAt();
    for (let hit = 0; hit < 2; hit += 1) await limiter.hit('key', RULE, NOW);
    expect(await limiter.hit('key', { limit: 2, windowMs: 1_000 }, NOW)).toBe(1_000);
    expect(await limiter.hit('key', { limit: 2, windowMs: 1_000 }, NOW + 1_000)).toBe(0);
  });

  it('counts an expired place from the moment of its expiry', async () => {
    const limiter = limiterAt();
    for (let taken = 0; taken < 2; taken += 1) await limiter.take('key', RULE, NOW);
    const later = NOW + PLACE_LEASE_MS + 20_000;
    expect(await limiter.take('key', RULE, later)).toEqual({ state: 'refused', retryAfterMs: 40_000 });
    expect(await limiter.take('key', RULE, later + 40_000)).toEqual({ state: 'taken' });
  });

  it('stores neither e-mails nor addresses', async () => {
    const path = scratchPath();
    const limiter = limiterAt(path);
    const key = 'login:192.0.2.7:ada@example.org';
    await limiter.hit(key, RULE, NOW);
    await limiter.take(key, RULE, NOW);
    await limiter.remember(key, NOW);
    expect(dumpOf(path)).not.toMatch(/192\.0\.2\.7|ada@example\.org/);
  });

  it('removes all rows of windows that have ended', async () => {
    const path = scratchPath();
    const limiter = limiterAt(path);
    const before = dumpOf(path);
    for (let number = 0; number < 1_200; number += 1) await limiter.hit(`hit${number}`, RULE, NOW);
    for (let number = 0; number < 10; number += 1) {
      await limiter.remember(`key${number}`, NOW);
      await limiter.take(`key${number}`, RULE, NOW);
    }
    await limiter.deleteExpired(NOW + 59_999);
    expect(dumpOf(path).split('\n').length).toBeGreaterThan(1_200);
    await limiter.deleteExpired(NOW + YEAR);
    expect(dumpOf(path)).toBe(before);
  });

  it('survives a restart', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    for (let hit = 0; hit < 2; hit += 1) await store.limiter.hit('key', RULE, NOW);
    await store.limiter.remember('key', NOW + 1);
    await store.close();
    const limiter = limiterAt(path);
    expect(await limiter.hit('key', RULE, NOW)).toBe(60_000);
    expect(await limiter.remembers('key', NOW, 1_000_000)).toBe(true);
  });
});
