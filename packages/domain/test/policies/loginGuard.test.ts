import { describe, expect, it } from 'vitest';
import { FakeClock, memoryRateLimiter } from '../../src/contracts/index.ts';
import { Responses } from '../../src/index.ts';
import { LoginGuard } from '../../src/policies/loginGuard.ts';
import { DEFAULT_POLICY } from '../../src/policies/policy.ts';
import { PLACE_LEASE_MS } from '../../src/ports/rateLimiter.ts';
import { refusal } from '../support/world.ts';

const { Too_many_requests, Unavailable } = Responses.General;

function opened() {
  const clock = new FakeClock();
  const limiter = memoryRateLimiter();
  const guard = new LoginGuard({ limiter, clock }, DEFAULT_POLICY);
  const attempt = (compare: () => Promise<boolean>) => guard.attempt('ada@example.org', '192.0.2.1', compare);
  return { clock, limiter, attempt };
}

describe('a try while all places are taken by undecided ones', () => {
  it('waits, and passes when one of them is decided', async () => {
    const { attempt } = opened();
    const pending = Array.from({ length: 10 }, () => Promise.withResolvers<boolean>());
    const tries = pending.map(({ promise }) => attempt(() => promise));
    const late = attempt(async () => true);
    pending[3]?.resolve(true);
    expect(await late).toBe(true);
    for (const { resolve } of pending) resolve(true);
    expect(await Promise.all(tries)).toEqual(pending.map(() => true));
  });

  it('is refused when the last of them has failed', async () => {
    const { attempt } = opened();
    const pending = Array.from({ length: 10 }, () => Promise.withResolvers<boolean>());
    const tries = pending.map(({ promise }) => attempt(() => promise));
    const late = refusal(attempt(async () => true));
    for (const { resolve } of pending) resolve(false);
    expect(await late).toBe(Too_many_requests);
    expect(await Promise.all(tries)).toEqual(pending.map(() => false));
  });

  it('gives up after 5 seconds, as unavailable and without comparing', async () => {
    const { attempt, clock } = opened();
    const start = clock.now();
    const hanging = Promise.withResolvers<boolean>();
    const tries = Array.from({ length: 10 }, () => attempt(() => hanging.promise));
    expect(await refusal(attempt(() => expect.fail('compared')))).toBe(Unavailable);
    expect(clock.now() - start).toBe(5_000);
    hanging.resolve(true);
    await Promise.all(tries);
  });

  it('counts those that nobody decides as failed', async () => {
    const { attempt, clock } = opened();
    const hanging = Promise.withResolvers<boolean>();
    const tries = Array.from({ length: 10 }, () => attempt(() => hanging.promise));
    await new Promise((resolve) => setImmediate(resolve)); // they hold their places by now
    clock.advance(PLACE_LEASE_MS);
    expect(await refusal(attempt(async () => true))).toBe(Too_many_requests);
    hanging.resolve(true);
    await Promise.all(tries);
  });
});

describe('a place that was taken', () => {
  it('is given back when the next counter refuses', async () => {
    const { attempt, limiter, clock } = opened();
    const email = {
      key: 'login-email:ada@example.org',
      rule: DEFAULT_POLICY.limits?.loginEmail ?? { limit: 1, windowMs: 1 },
    };
    for (let count = 0; count < email.rule.limit; count += 1) {
      await limiter.take(email.key, email.rule, clock.now());
      await limiter.settle(email.key, email.rule, 'failed', clock.now());
    }
    for (let count = 0; count < 30; count += 1)
      expect(await refusal(attempt(async () => true))).toBe(Too_many_requests);
    clock.advance(email.rule.windowMs);
    const tries = Array.from({ length: 10 }, () => attempt(async () => true));
    expect(await Promise.all(tries)).toEqual(tries.map(() => true));
  });

  it('is given back when the comparison throws, and the error passes as it is', async () => {
    const { attempt } = opened();
    for (let count = 0; count < 30; count += 1) {
      await expect(attempt(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError);
    }
    expect(await attempt(async () => true)).toBe(true);
  });
});
