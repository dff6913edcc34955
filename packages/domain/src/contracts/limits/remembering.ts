import type { RateLimiter } from '../../ports/rateLimiter.ts';
import { equal } from '../assert.ts';
import { instances, race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, ODD_TEXTS } from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addRememberTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('remembers a key until a moment', async ({ port }) => {
    equal(await port.remembers('key', NOW), false, 'a key that never was');
    await port.remember('key', NOW + 1_000);
    equal(await port.remembers('key', NOW), true);
    equal(await port.remembers('key', NOW + 999), true);
    equal(await port.remembers('key', NOW + 1_001), false);
  });

  test('remembers longer, never shorter', async ({ port }) => {
    for (const until of [NOW + 1_000, NOW + 5_000, NOW + 2_000, 0]) await port.remember('key', until);
    equal(await port.remembers('key', NOW + 4_999), true);
    equal(await port.remembers('key', NOW + 5_001), false);
  });

  test('remembers the latest of 30 racing moments', async (fixture) => {
    const ports = await instances(fixture);
    await Promise.all(race(ports, 30, (port, index) => port.remember('key', NOW + ((index * 7) % 30) * 1_000)));
    equal(await fixture.port.remembers('key', NOW + 28_999), true);
    equal(await fixture.port.remembers('key', NOW + 29_001), false);
  });

  test('remembers each key by itself, compared exactly', async ({ port }) => {
    const keys = [...ODD_TEXTS, 'key', 'Key'];
    for (const [index, key] of keys.entries()) if (index % 2 === 0) await port.remember(key, NOW + 1_000);
    for (const [index, key] of keys.entries()) equal(await port.remembers(key, NOW), index % 2 === 0, key);
  });

  test('forgets nothing by clear or by the removal of what has ended', async ({ port }) => {
    await port.remember('key', NOW + 1_000);
    await port.clear('key');
    await port.deleteExpired(NOW + 999);
    equal(await port.remembers('key', NOW + 999), true);
    await port.deleteExpired(NOW + 1_001);
    equal(await port.remembers('key', NOW + 1_001), false);
  });
}
