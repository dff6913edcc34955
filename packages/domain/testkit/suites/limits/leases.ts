import { PLACE_LEASE_MS, type RateLimiter } from '@algotheque/domain';
import { equal, fail, ok } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const RULE = { limit: 1, windowMs: 60_000 };
const ENDED = NOW + PLACE_LEASE_MS + 1;

export function addLeaseTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('counts a place without an outcome as a failure when its lease ends', async ({ port }) => {
    await port.take('key', RULE, NOW);
    equal(await port.take('key', RULE, NOW + PLACE_LEASE_MS - 1), { state: 'undecided' });
    const retryAfterMs = await refused(port, ENDED);
    ok(retryAfterMs > 0 && retryAfterMs <= RULE.windowMs, `retryAfterMs is ${retryAfterMs}`);
    equal((await port.take('key', RULE, ENDED + retryAfterMs - 1)).state, 'refused');
    equal(await port.take('key', RULE, ENDED + retryAfterMs), { state: 'taken' });
  });

  test('ends the lease of each place independently', async ({ port }) => {
    const rule = { limit: 2, windowMs: 60_000 };
    await port.take('key', rule, NOW);
    await port.take('key', rule, NOW + 20_000);
    equal(await port.take('key', rule, ENDED), { state: 'undecided' }, 'one failed, one open');
    equal((await port.take('key', rule, ENDED + 20_000)).state, 'refused', 'both failed');
  });

  test('keeps an undecided place after its window has ended', async ({ port }) => {
    const rule = { limit: 1, windowMs: 1_000 };
    await port.take('key', rule, NOW);
    equal(await port.take('key', rule, NOW + 1_000), { state: 'undecided' });
    equal(await port.take('key', rule, NOW + 20_000), { state: 'undecided' });
  });

  test('keeps the failure of an expired place when expired counters are removed', async ({ port }) => {
    await port.take('key', RULE, NOW);
    await port.deleteExpired(NOW + 1);
    equal(await port.take('key', RULE, NOW + 1), { state: 'undecided' });
    await port.deleteExpired(ENDED);
    await refused(port, ENDED);
  });

  test('keeps running windows when expired counters are removed', async ({ port }) => {
    await port.hit('hits', RULE, NOW);
    await port.take('key', RULE, NOW);
    await port.recordOutcome('key', RULE, 'failed', NOW);
    await port.deleteExpired(NOW + 59_999);
    equal(await port.hit('hits', RULE, NOW + 59_999), 1);
    equal(await refused(port, NOW + 59_999), 1);
    await port.deleteExpired(NOW + 60_000);
    equal(await port.hit('hits', RULE, NOW + 60_000), 0);
    equal(await port.take('key', RULE, NOW + 60_000), { state: 'taken' });
  });
}

async function refused(port: RateLimiter, now: number): Promise<number> {
  const place = await port.take('key', RULE, now);
  return place.state === 'refused' ? place.retryAfterMs : fail(`expected refused, got ${place.state}`);
}
