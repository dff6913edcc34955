import type { RateLimiter, RateRule } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, ODD_TEXTS } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const LONG_KEYS = ['a', 'b'].map((end) => 'k'.repeat(1_000) + end);
const RULE = { limit: 3, windowMs: 60_000 };

export function addHitTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('counts hits within a window that starts with the first hit', async ({ port }) => {
    for (const after of [0, 10_000, 59_999]) equal(await waitOf(port, 'key', RULE, NOW + after), 0, `hit at ${after}`);
    equal(await waitOf(port, 'key', RULE, NOW + 59_999), 1, 'until there is room');
    equal(await waitOf(port, 'key', RULE, NOW + 60_000), 0, 'the next window');
  });

  test('resolves to the milliseconds until the next hit can pass', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW + 5_000);
    equal(await waitOf(port, 'key', RULE, NOW + 5_000), 60_000);
    equal(await waitOf(port, 'key', RULE, NOW + 25_000), 40_000);
    equal(await waitOf(port, 'key', RULE, NOW + 64_999), 1);
    equal(await waitOf(port, 'key', RULE, NOW + 65_000), 0);
  });

  test('does not count a refused hit, and does not move the window for it', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW);
    for (let hit = 0; hit < 20; hit += 1) await waitOf(port, 'key', RULE, NOW + 50_000);
    for (let hit = 0; hit < 3; hit += 1) equal(await waitOf(port, 'key', RULE, NOW + 60_000), 0, `hit ${hit}`);
    equal(await waitOf(port, 'key', RULE, NOW + 60_000), 60_000);
  });

  test('tells the end of the window to each hit, also to a refused one', async ({ port }) => {
    for (const after of [0, 1_000, 2_000])
      equal(await port.hit('key', RULE, NOW + after), { retryAfterMs: 0, end: NOW + 60_000 });
    equal(await port.hit('key', RULE, NOW + 3_000), { retryAfterMs: 57_000, end: NOW + 60_000 });
    equal(await port.hit('key', RULE, NOW + 60_500), { retryAfterMs: 0, end: NOW + 120_500 });
  });

  test('starts a window with the first hit, not by the clock', async ({ port }) => {
    const late = Math.ceil(NOW / 60_000) * 60_000 - 1;
    for (let hit = 0; hit < 3; hit += 1) equal(await waitOf(port, 'key', RULE, late), 0);
    equal(await waitOf(port, 'key', RULE, late + 2), 59_998, 'a minute of the clock has begun');
  });

  test('shortens a window that began under a clock that was ahead', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW + 63_072_000_000);
    equal(await waitOf(port, 'key', RULE, NOW), 60_000, 'its hits count');
    equal(await waitOf(port, 'key', RULE, NOW + 59_999), 1);
    equal(await waitOf(port, 'key', RULE, NOW + 60_000), 0, 'and no longer than a window lasts');
  });

  test('starts the next window with the next hit', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW);
    for (let hit = 0; hit < 3; hit += 1) equal(await waitOf(port, 'key', RULE, NOW + 100_000), 0);
    equal(await waitOf(port, 'key', RULE, NOW + 159_999), 1);
  });

  test('counts within a window of more milliseconds than 32 bits hold', async ({ port }) => {
    const rule = { limit: 1, windowMs: 5_000_000_000 };
    equal(await waitOf(port, 'key', rule, NOW), 0);
    equal(await waitOf(port, 'key', rule, NOW + 1_000_000_000), 4_000_000_000);
    equal(await waitOf(port, 'key', rule, NOW + 5_000_000_000), 0);
  });

  test('counts each key by itself, compared exactly', async ({ port }) => {
    const rule = { limit: 1, windowMs: 60_000 };
    const keys = [...ODD_TEXTS, 'key', 'Key', 'key ', 'login:a', 'login:a:b', '$key.with.dots', ...LONG_KEYS];
    for (const key of keys) equal(await waitOf(port, key, rule, NOW), 0, key);
    for (const key of keys) equal(await waitOf(port, key, rule, NOW), 60_000, key);
  });

  test('lets no more than the limit of 100 racing hits pass', { uses: 'another' }, async (_, ports) => {
    const rule = { limit: 10, windowMs: 60_000 };
    const answers = await Promise.all(race(ports, 100, (port) => waitOf(port, 'key', rule, NOW)));
    equal(answers.filter((answer) => answer === 0).length, 10, 'hits that pass');
    equal(answers.filter((answer) => answer === 60_000).length, 90, 'hits that are told how long');
  });

  test(
    'lets no more than the limit pass when 50 race for a new window',
    { uses: 'another' },
    async (fixture, ports) => {
      for (let hit = 0; hit < 3; hit += 1) await waitOf(fixture.port, 'key', RULE, NOW);
      const answers = await Promise.all(race(ports, 50, (port) => waitOf(port, 'key', RULE, NOW + 60_000)));
      equal(answers.filter((answer) => answer === 0).length, 3, 'hits that pass');
    },
  );

  test('counts up to a large limit', { uses: 'another' }, async (_, ports) => {
    const rule = { limit: 250, windowMs: 1 };
    const answers = await Promise.all(race(ports, 260, (port) => waitOf(port, 'key', rule, NOW)));
    equal(answers.filter((answer) => answer === 0).length, 250, 'hits that pass');
  });

  test('forgets the hits of a key by clear', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW);
    for (const key of ['key', 'key', 'unknown']) await port.clear(key);
    equal(await port.hit('key', RULE, NOW + 10_000), { retryAfterMs: 0, end: NOW + 70_000 }, 'a new window');
    for (let hit = 0; hit < 2; hit += 1) equal(await waitOf(port, 'key', RULE, NOW + 10_000), 0, `hit ${hit}`);
    equal(await waitOf(port, 'key', RULE, NOW + 10_000), 60_000);
  });

  test('clears one key only', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW);
    for (const other of ['Key', 'ke', 'key ', '']) await port.clear(other);
    equal(await waitOf(port, 'key', RULE, NOW), 60_000);
  });

  test('keeps running windows when expired counters are removed', async ({ port }) => {
    for (let hit = 0; hit < 3; hit += 1) await waitOf(port, 'key', RULE, NOW);
    await port.deleteExpired(NOW + 59_999);
    equal(await waitOf(port, 'key', RULE, NOW + 59_999), 1);
    await port.deleteExpired(NOW + 60_000);
    equal(await waitOf(port, 'key', RULE, NOW + 60_000), 0);
  });
}

const waitOf = async (port: RateLimiter, key: string, rule: RateRule, now: number): Promise<number> =>
  (await port.hit(key, rule, now)).retryAfterMs;
