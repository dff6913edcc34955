import { describe, expect, it } from 'vitest';
import { DomainError, type HashClient, Responses } from '../../src/index.ts';
import { DEFAULT_POLICY } from '../../src/policy.ts';
import { PLACE_LEASE_MS, type RateLimiter } from '../../src/rateLimiter.ts';
import { LoginGuard } from '../../src/users/loginGuard.ts';
import { FakeClock, memoryRateLimiter } from '../../testkit/memory/index.ts';
import { refusal } from '../support/world.ts';

const { Too_many_requests, Unavailable } = Responses.General;

function opened() {
  const clock = new FakeClock();
  const memory = memoryRateLimiter();
  const asked: string[] = [];
  const limiter: RateLimiter = {
    ...memory,
    take: (key, rule, now) => {
      asked.push(key);
      return memory.take(key, rule, now);
    },
  };
  const guard = new LoginGuard(limiter, clock, DEFAULT_POLICY);
  const attempt = (
    compare: () => Promise<boolean>,
    { name = 'ada', client = { address: '192.0.2.1' } }: { readonly name?: string; readonly client?: HashClient } = {},
  ) => guard.attempt({ adresseMail: `${name}@example.org`, user: { id: 1, credentialsVersion: 1 }, client }, compare);
  return { clock, limiter, attempt, asked };
}

describe('a login while undecided logins hold all places', () => {
  it('waits, and continues when one of them is decided', async () => {
    const { attempt } = opened();
    const pending = Array.from({ length: 10 }, () => Promise.withResolvers<boolean>());
    const tries = pending.map(({ promise }) => attempt(() => promise));
    const late = attempt(async () => true);
    pending[3]?.resolve(true);
    expect(await late).toBe(true);
    for (const { resolve } of pending) resolve(true);
    expect(await Promise.all(tries)).toEqual(pending.map(() => true));
  });

  it('is refused when all of them have failed', async () => {
    const { attempt } = opened();
    const pending = Array.from({ length: 10 }, () => Promise.withResolvers<boolean>());
    const tries = pending.map(({ promise }) => attempt(() => promise));
    const late = refusal(attempt(async () => true));
    for (const { resolve } of pending) resolve(false);
    expect(await late).toBe(Too_many_requests);
    expect(await Promise.all(tries)).toEqual(pending.map(() => false));
  });

  it('is unavailable after 5 seconds, and no password is compared', async () => {
    const { attempt, clock } = opened();
    const start = clock.now();
    const hanging = Promise.withResolvers<boolean>();
    const tries = Array.from({ length: 10 }, () => attempt(() => hanging.promise));
    expect(await refusal(attempt(() => expect.fail('compared')))).toBe(Unavailable);
    expect(clock.now() - start).toBe(5_000);
    hanging.resolve(true);
    await Promise.all(tries);
  });

  it('counts those that stay undecided as failures', async () => {
    const { attempt, clock } = opened();
    const hanging = Promise.withResolvers<boolean>();
    const tries = Array.from({ length: 10 }, () => attempt(() => hanging.promise));
    await new Promise((resolve) => setImmediate(resolve)); // now they have their places
    clock.advance(PLACE_LEASE_MS);
    expect(await refusal(attempt(async () => true))).toBe(Too_many_requests);
    hanging.resolve(true);
    await Promise.all(tries);
  });
});

describe('logins that wait', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const codeOf = (reason: unknown) => (reason instanceof DomainError ? reason.code : String(reason));

  /** Starts this many tries at the same time. The first ten keep their places until the test releases them. */
  function startMany(count: number, address = '192.0.2.1') {
    const world = opened();
    const gate = Promise.withResolvers<void>();
    let compared = 0;
    const compare = async () => {
      compared += 1;
      await gate.promise;
      return true;
    };
    const tries = Array.from({ length: count }, () => world.attempt(compare, { client: { address } }));
    const outcomes = Promise.allSettled(tries);
    const letGo = async () => {
      gate.resolve();
      const reasons = (await outcomes).flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : []));
      return { reasons, compared };
    };
    return { ...world, letGo };
  }

  it('are at most 100 of one address: more are unavailable at once, and no other address is blocked', async () => {
    const { attempt, letGo } = startMany(1_000);
    await turn();
    expect(await attempt(async () => true, { client: { address: '192.0.2.2' } })).toBe(true);
    const { reasons, compared } = await letGo();
    expect(reasons).toEqual(Array.from({ length: 890 }, () => Unavailable));
    expect(compared).toBe(110);
  });

  it('are 256 in all', async () => {
    const { attempt, letGo } = startMany(110);
    const held = Promise.withResolvers<boolean>();
    const others = Array.from({ length: 4 * 110 }, (_, index) =>
      attempt(() => held.promise, { client: { address: `192.0.2.${10 + Math.floor(index / 110)}` } }),
    );
    const outcomes = Promise.allSettled(others);
    await turn();
    held.resolve(true);
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect((await letGo()).reasons).toEqual([]);
    expect(refused).toHaveLength(4 * 110 + 110 - 5 * 10 - 256);
  });

  it('send one of them to the limiter again, not each', async () => {
    const { asked, clock, letGo } = startMany(110);
    await turn();
    const [before, at] = [asked.length, clock.now()];
    while (clock.now() < at + 400) await turn();
    const lines = 2; // ten wait for the address, ninety for the pair
    expect(asked.length - before).toBeLessThanOrEqual(lines * ((clock.now() - at) / 20 + 1));
    await letGo();
  });

  it('stop when their client has disconnected', async () => {
    const { attempt, clock, letGo } = startMany(10);
    const start = clock.now();
    const disconnection = new AbortController();
    const late = refusal(
      attempt(() => expect.fail('compared'), { client: { address: '192.0.2.1', signal: disconnection.signal } }),
    );
    await turn();
    disconnection.abort();
    expect(await late).toBe(Unavailable);
    expect(clock.now() - start, 'not at the end of the wait').toBeLessThan(1_000);
    await letGo();
  });
});

describe('a place in a counter', () => {
  it('is returned when the next counter refuses', async () => {
    const { attempt, limiter, clock } = opened();
    const email = {
      key: 'login-email:ada@example.org',
      rule: DEFAULT_POLICY.limits?.loginEmail ?? { limit: 1, windowMs: 1 },
    };
    for (let count = 0; count < email.rule.limit; count += 1) {
      await limiter.take(email.key, email.rule, clock.now());
      await limiter.recordOutcome(email.key, email.rule, 'failed', clock.now());
    }
    for (let count = 0; count < 30; count += 1)
      expect(await refusal(attempt(async () => true))).toBe(Too_many_requests);
    clock.advance(email.rule.windowMs);
    const tries = Array.from({ length: 10 }, () => attempt(async () => true));
    expect(await Promise.all(tries)).toEqual(tries.map(() => true));
  });

  it('is returned when the comparison throws, and the error is passed on unchanged', async () => {
    const { attempt } = opened();
    for (let count = 0; count < 30; count += 1) {
      await expect(attempt(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError);
    }
    expect(await attempt(async () => true)).toBe(true);
  });
});
