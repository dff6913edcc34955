import type { RateLimiter } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW, ODD_TEXTS } from '../samples.ts';
import type { AddTest } from '../suite.ts';

/** Milliseconds; longer than any key in these tests is remembered. */
const LIFE_MS = 1_000_000;

export function addRememberTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('remembers a key until a moment', async ({ port }) => {
    equal(await port.remembers('key', NOW, LIFE_MS), false, 'a key that never was');
    await port.remember('key', NOW + 1_000);
    equal(await port.remembers('key', NOW, LIFE_MS), true);
    equal(await port.remembers('key', NOW + 999, LIFE_MS), true);
    equal(await port.remembers('key', NOW + 1_001, LIFE_MS), false);
  });

  test('extends how long a key is remembered, and never shortens it', async ({ port }) => {
    for (const until of [NOW + 1_000, NOW + 5_000, NOW + 2_000, 0]) await port.remember('key', until);
    equal(await port.remembers('key', NOW + 4_999, LIFE_MS), true);
    equal(await port.remembers('key', NOW + 5_001, LIFE_MS), false);
  });

  test('remembers nothing for longer than lifeMs, after a clock that was ahead', async ({ port }) => {
    await port.remember('key', NOW + 63_072_000_000);
    equal(await port.remembers('key', NOW, 5_000), true);
    equal(await port.remembers('key', NOW + 4_999, 5_000), true);
    equal(await port.remembers('key', NOW + 5_000, 5_000), false);
    await port.remember('key', NOW + 9_000);
    equal(await port.remembers('key', NOW + 8_000, 5_000), true, 'it can be remembered again');
  });

  test('forgets a key that is remembered for no time from now on', async ({ port }) => {
    await port.remember('key', NOW + 5_000);
    await port.remembers('key', NOW, 0);
    equal(await port.remembers('key', NOW + 1, LIFE_MS), false);
    await port.remember('key', NOW + 5_000);
    equal(await port.remembers('key', NOW + 4_999, LIFE_MS), true, 'it can be remembered again');
  });

  test('remembers the latest of 30 racing moments', { uses: 'another' }, async (fixture, ports) => {
    await Promise.all(race(ports, 30, (port, index) => port.remember('key', NOW + ((index * 7) % 30) * 1_000)));
    equal(await fixture.port.remembers('key', NOW + 28_999, LIFE_MS), true);
    equal(await fixture.port.remembers('key', NOW + 29_001, LIFE_MS), false);
  });

  test('remembers each key by itself, compared exactly', async ({ port }) => {
    const keys = [...ODD_TEXTS, 'key', 'Key'];
    for (const [index, key] of keys.entries()) if (index % 2 === 0) await port.remember(key, NOW + 1_000);
    for (const [index, key] of keys.entries()) equal(await port.remembers(key, NOW, LIFE_MS), index % 2 === 0, key);
  });

  test('keeps what is remembered when the key is cleared or expired counters are removed', async ({ port }) => {
    await port.remember('key', NOW + 1_000);
    await port.clear('key');
    await port.deleteExpired(NOW + 999);
    equal(await port.remembers('key', NOW + 999, LIFE_MS), true);
    await port.deleteExpired(NOW + 1_001);
    equal(await port.remembers('key', NOW + 1_001, LIFE_MS), false);
  });
}
