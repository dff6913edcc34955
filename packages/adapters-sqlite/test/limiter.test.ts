import type { RateLimiter } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { dumpOf, onRawFile } from './support/rawFile.ts';
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
    const short = { limit: 2, windowMs: 1_000 };
    expect(await limiter.hit('key', short, NOW)).toEqual({ retryAfterMs: 1_000, end: NOW + 1_000 });
    expect((await limiter.hit('key', short, NOW + 1_000)).retryAfterMs).toBe(0);
  });

  it('refuses a counter that was edited to less than 0, and does not overwrite it', async () => {
    const path = scratchPath();
    const limiter = limiterAt(path);
    const { end } = await limiter.hit('key', RULE, NOW);
    onRawFile(path, (db) => db.exec('UPDATE counters SET count = -1'));
    const before = dumpOf(path);
    for (const call of [() => limiter.hit('key', RULE, NOW), () => limiter.giveBack('key', end)])
      await expect(call()).rejects.toMatchObject({ name: 'DamagedError', place: 'counters', field: 'count' });
    expect(dumpOf(path)).toBe(before);
  });

  it('stores neither e-mails nor addresses', async () => {
    const path = scratchPath();
    const limiter = limiterAt(path);
    const key = 'login:192.0.2.7:ada@example.org';
    await limiter.hit(key, RULE, NOW);
    await limiter.remember(key, NOW);
    expect(dumpOf(path)).not.toMatch(/192\.0\.2\.7|ada@example\.org/);
  });

  it('removes all rows of windows that have ended', async () => {
    const path = scratchPath();
    const limiter = limiterAt(path);
    const before = dumpOf(path);
    for (let number = 0; number < 1_200; number += 1) await limiter.hit(`hit${number}`, RULE, NOW);
    for (let number = 0; number < 10; number += 1) await limiter.remember(`key${number}`, NOW);
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
    expect((await limiter.hit('key', RULE, NOW)).retryAfterMs).toBe(60_000);
    expect(await limiter.remembers('key', NOW, 1_000_000)).toBe(true);
  });
});
