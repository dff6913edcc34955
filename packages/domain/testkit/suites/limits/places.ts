import { type Outcome, PLACE_LEASE_MS, type RateLimiter } from '@algotheque/domain';
import { equal, fail, ok } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';

const RULE = { limit: 3, windowMs: 60_000 };
/** How often a try asks for a place before the test fails; more than any try here needs. */
const MANY_TURNS = 5_000;

export function addPlaceTests(test: AddTest<Fixture<RateLimiter>>): void {
  test('gives as many places as the limit, and then reports that they are undecided', async ({ port }) => {
    for (let place = 0; place < 3; place += 1) equal(await port.take('key', RULE, NOW), { state: 'taken' });
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
    equal(await port.take('other', RULE, NOW), { state: 'taken' }, 'another key');
  });

  test('removes a place when the try succeeded, without a count', async ({ port }) => {
    for (let turn = 0; turn < 20; turn += 1) await tryOnce(port, 'succeeded', NOW);
    for (let place = 0; place < 3; place += 1) equal(await port.take('key', RULE, NOW), { state: 'taken' });
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
  });

  test('refuses when all places are failures, until the window ends', async ({ port }) => {
    for (const after of [1_000, 2_000, 3_000]) await tryOnce(port, 'failed', NOW + after);
    equal(await port.take('key', RULE, NOW + 3_000), { state: 'refused', retryAfterMs: 58_000 });
    equal(await port.take('key', RULE, NOW + 60_999), { state: 'refused', retryAfterMs: 1 });
    equal(await port.take('key', RULE, NOW + 61_000), { state: 'taken' });
  });

  test('counts failures and undecided tries together', async ({ port }) => {
    await tryOnce(port, 'failed', NOW);
    for (let place = 0; place < 2; place += 1) equal(await port.take('key', RULE, NOW), { state: 'taken' });
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
    await port.recordOutcome('key', RULE, 'succeeded', NOW);
    equal(await port.take('key', RULE, NOW), { state: 'taken' }, 'after a success');
    for (let place = 0; place < 2; place += 1) await port.recordOutcome('key', RULE, 'failed', NOW);
    equal((await port.take('key', RULE, NOW)).state, 'refused', 'after failures');
  });

  test('counts a failure in the window that runs when the outcome is known, or starts one', async ({ port }) => {
    const rule = { limit: 1, windowMs: 10_000 };
    await port.take('key', rule, NOW);
    await port.recordOutcome('key', rule, 'failed', NOW + 5_000);
    equal(await port.take('key', rule, NOW + 6_000), { state: 'refused', retryAfterMs: 9_000 });
    equal(await port.take('key', rule, NOW + 15_000), { state: 'taken' });
  });

  test('shortens a lease that began under a clock that was ahead', async ({ port }) => {
    for (let place = 0; place < 3; place += 1) await port.take('key', RULE, NOW + 63_072_000_000);
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
    equal(
      (await port.take('key', RULE, NOW + PLACE_LEASE_MS)).state,
      'refused',
      'nobody recorded their outcomes in time',
    );
    equal(await port.take('key', RULE, NOW + PLACE_LEASE_MS + 60_000), { state: 'taken' });
  });

  test('keeps the window that the first failure started', async ({ port }) => {
    await tryOnce(port, 'failed', NOW);
    await tryOnce(port, 'failed', NOW + 30_000);
    await tryOnce(port, 'failed', NOW + 59_000);
    equal(await port.take('key', RULE, NOW + 59_000), { state: 'refused', retryAfterMs: 1_000 });
    equal(await port.take('key', RULE, NOW + 60_000), { state: 'taken' });
  });

  test('keeps failures and the limit when more successes are recorded than places were taken', async ({ port }) => {
    for (let turn = 0; turn < 3; turn += 1) await tryOnce(port, 'failed', NOW);
    for (let turn = 0; turn < 5; turn += 1) await port.recordOutcome('key', RULE, 'succeeded', NOW);
    equal((await port.take('key', RULE, NOW)).state, 'refused');
    await port.clear('key');
    for (let turn = 0; turn < 5; turn += 1) await port.recordOutcome('key', RULE, 'succeeded', NOW);
    for (let place = 0; place < 3; place += 1) equal(await port.take('key', RULE, NOW), { state: 'taken' });
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
  });

  test('removes failures by clear, and keeps undecided places', async ({ port }) => {
    await tryOnce(port, 'failed', NOW);
    await port.take('key', RULE, NOW);
    for (const key of ['key', 'key', 'unknown']) await port.clear(key);
    for (let place = 0; place < 2; place += 1) equal(await port.take('key', RULE, NOW), { state: 'taken' });
    equal(await port.take('key', RULE, NOW), { state: 'undecided' });
  });

  test('clears one key only', async ({ port }) => {
    for (let turn = 0; turn < 3; turn += 1) await tryOnce(port, 'failed', NOW);
    for (const other of ['Key', 'ke', 'key ', '']) await port.clear(other);
    equal((await port.take('key', RULE, NOW)).state, 'refused');
  });

  test('gives no more places than the limit to 100 racing callers', { uses: 'another' }, async (_, ports) => {
    const rule = { limit: 10, windowMs: 60_000 };
    const states = await Promise.all(race(ports, 100, async (port) => (await port.take('key', rule, NOW)).state));
    equal(states.filter((state) => state === 'taken').length, 10, 'places taken');
    equal(states.filter((state) => state === 'undecided').length, 90, 'tries told to ask again');
  });

  test('gives places to no more than the limit of 100 wrong tries at once', { uses: 'another' }, async (_, ports) => {
    const rule = { limit: 10, windowMs: 60_000 };
    let compared = 0;
    const tries = race(ports, 100, async (port) => {
      for (let turn = 0; turn < MANY_TURNS; turn += 1) {
        const { state } = await port.take('key', rule, NOW);
        if (state === 'refused') return;
        if (state === 'undecided') continue;
        compared += 1;
        await port.recordOutcome('key', rule, 'failed', NOW);
      }
      fail('a wrong try is never refused');
    });
    await Promise.all(tries);
    equal(compared, 10, 'tries that were let in');
  });

  test('gives a place to each of 50 correct tries at once', { uses: 'another' }, async (fixture, ports) => {
    const tries = race(ports, 50, async (port) => {
      for (let turn = 0; turn < MANY_TURNS; turn += 1) {
        const { state } = await port.take('key', RULE, NOW);
        ok(state !== 'refused', 'a right try was refused');
        if (state === 'taken') return port.recordOutcome('key', RULE, 'succeeded', NOW);
      }
      fail('a right try never gets a place');
    });
    await Promise.all(tries);
    equal(await fixture.port.take('key', RULE, NOW), { state: 'taken' });
  });
}

async function tryOnce(port: RateLimiter, outcome: Outcome, now: number): Promise<void> {
  equal(await port.take('key', RULE, now), { state: 'taken' });
  await port.recordOutcome('key', RULE, outcome, now);
}
