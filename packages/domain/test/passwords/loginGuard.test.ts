import { describe, expect, it } from 'vitest';
import { type HashClient, Responses, UnavailableError } from '../../src/index.ts';
import { DEFAULT_LIMITS, DEFAULT_POLICY } from '../../src/policy.ts';
import { LoginGuard } from '../../src/users/loginGuard.ts';
import { FakeClock, memoryRateLimiter } from '../../testkit/memory/index.ts';
import { refusal, tally } from '../support/world.ts';

const { Too_many_requests, Unavailable } = Responses.General;
const { loginPair, loginEmail, loginAddress } = DEFAULT_LIMITS;

function opened() {
  const clock = new FakeClock();
  const limiter = memoryRateLimiter();
  const guard = new LoginGuard(limiter, clock, DEFAULT_POLICY);
  const attempt = async (
    compare: () => Promise<boolean>,
    { name = 'ada', client = { address: '192.0.2.1' } }: { readonly name?: string; readonly client?: HashClient } = {},
  ): Promise<boolean> => {
    const login = { adresseMail: `${name}@example.org`, user: { id: 1, credentialsVersion: 1 }, client };
    return (await guard.login(login, { compare, admit: async () => ({}) })) !== null;
  };
  /** Begins tries whose comparisons end when the test says so. */
  const begin = (count: number) => {
    const pending = Array.from({ length: count }, () => Promise.withResolvers<boolean>());
    const tries = Promise.all(pending.map(({ promise }) => attempt(() => promise)));
    const decide = async (isRight: boolean) => {
      for (const { resolve } of pending) resolve(isRight);
      expect(await tries).toEqual(pending.map(() => isRight));
    };
    return decide;
  };
  return { clock, limiter, attempt, begin };
}

describe('logins at once of one address to one e-mail', () => {
  it('are refused above the limit without a comparison, for a second; those that succeed are not counted afterwards', async () => {
    const { attempt, begin } = opened();
    const decide = begin(10);
    const late = attempt(() => expect.fail('compared')).catch((problem: unknown) => problem);
    expect(await late).toMatchObject({ code: Too_many_requests, retryAfterMs: 1_000, limit: 'loginPair' });
    await decide(true);
    await begin(10)(true);
  });

  it('are counted until the window ends, if they fail', async () => {
    const { attempt, begin, clock } = opened();
    await begin(10)(false);
    clock.advance(loginPair.windowMs - 2_000);
    const late = attempt(() => expect.fail('compared'));
    await expect(late).rejects.toMatchObject({ code: Too_many_requests, retryAfterMs: 2_000 });
    clock.advance(2_000);
    expect(await attempt(async () => true)).toBe(true);
  });

  it('give no further guess when they succeed after their window has ended', async () => {
    const { attempt, begin, clock } = opened();
    const decide = begin(10);
    await new Promise((resolve) => setImmediate(resolve)); // now they are counted
    clock.advance(loginPair.windowMs);
    await begin(10)(false);
    await decide(true);
    expect(await refusal(attempt(() => expect.fail('compared')))).toBe(Too_many_requests);
  });
});

it('logins at once of one address to many e-mails are refused above the limit of the address', async () => {
  const { attempt } = opened();
  const gate = Promise.withResolvers<boolean>();
  const tries = tally(Array.from({ length: 120 }, (_, index) => attempt(() => gate.promise, { name: `user${index}` })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await attempt(async () => true, { client: { address: '192.0.2.2' } }), 'of another address').toBe(true);
  gate.resolve(true);
  expect(await tries).toEqual({ resolved: loginAddress.limit, [Too_many_requests]: 20 });
});

describe('what a login has counted', () => {
  it('is given back when the next counter refuses', async () => {
    const { attempt, begin, limiter, clock } = opened();
    for (let count = 0; count < loginEmail.limit; count += 1)
      await limiter.hit('login-email:ada@example.org', loginEmail, clock.now());
    for (let count = 0; count < 30; count += 1)
      expect(await refusal(attempt(() => expect.fail('compared')))).toBe(Too_many_requests);
    await limiter.clear('login-email:ada@example.org');
    await begin(10)(true);
  });

  it('is given back when the limiter cannot count further', async () => {
    const { attempt, begin, limiter } = opened();
    const { hit } = limiter;
    limiter.hit = (key, ...rest) =>
      key.startsWith('login-email') ? Promise.reject(new UnavailableError()) : hit(key, ...rest);
    for (let count = 0; count < 30; count += 1) expect(await refusal(attempt(async () => true))).toBe(Unavailable);
    limiter.hit = hit;
    await begin(10)(true);
  });

  it('is given back when the comparison throws, and the error is passed on unchanged', async () => {
    const { attempt, begin } = opened();
    for (let count = 0; count < 30; count += 1) {
      await expect(attempt(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError);
    }
    await begin(10)(true);
  });
});

it('a login that is refused for its address, or for a whole network, names no user', async () => {
  const refused = async (addressOf: (at: number) => string, count: number) => {
    const { attempt } = opened();
    const guess = (at: number, isRight = false) =>
      attempt(async () => isRight, { name: `name${at}`, client: { address: addressOf(at) } });
    for (let at = 0; at < count; at += 1) await guess(at);
    return guess(count, true).catch((problem: unknown) => problem);
  };
  const { limit } = loginAddress;
  expect(await refused(() => '192.0.2.1', limit)).toMatchObject({ limit: 'loginAddress', targetId: null });
  const within = (at: number) => `2001:db8:0:4${(at % 256).toString(16).padStart(2, '0')}::1`;
  expect(await refused(within, 5 * limit)).toMatchObject({ limit: 'loginNetwork', targetId: null });
});
