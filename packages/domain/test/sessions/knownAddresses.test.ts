import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import { noting } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld, PASSWORD, refusal, register, type WorldOptions } from '../support/world.ts';

const { Too_many_requests } = Responses.General;
const MINUTE = 60_000;
const THIEF = '192.0.2.66';
const NEW = 'battery staple';

async function opened(policy?: WorldOptions['policy']) {
  const calls: string[] = [];
  const world = openWorld({ step: noting(calls), ...(policy && { policy }) });
  await register(world, 'ada', { address: '203.0.113.1' });
  const logIn = (address: string, password = PASSWORD) =>
    world.service.login({ email: emailOf('ada'), password }, { address });
  /** Guesses ten passwords a minute from each address, and says how many were compared. */
  const guess = async (addresses: readonly string[], rounds: number): Promise<number> => {
    calls.length = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const address of addresses)
        for (let count = 0; count < 10; count += 1) await refusal(logIn(address, 'a guess'));
      world.clock.advance(MINUTE);
    }
    return calls.filter((call) => call === 'hasher.verify').length;
  };
  const reset = async (address = '203.0.113.7') => {
    await world.service.recoverPassword({ email: emailOf('ada') }, { address });
    const input = { token: mailedToken(world, 'recover'), changes: { password: NEW } };
    await world.service.resetPassword(input, { address });
  };
  return { ...world, world, logIn, guess, reset };
}

describe('an address from which a user has logged in', () => {
  it('is not known any more after a reset: guesses from it are limited as all others', async () => {
    const { logIn, guess, reset } = await opened();
    await logIn(THIEF);
    expect(await guess([THIEF], 30)).toBe(300);
    await reset();
    expect(await guess([THIEF], 30)).toBe(100);
    expect(await refusal(logIn(THIEF, NEW))).toBe(Too_many_requests);
    await logIn('203.0.113.7', NEW); // the address of the reset is known
  });

  it('is not known for another account with the same address', async () => {
    const { world, service, logIn, guess } = await opened();
    const { token } = await logIn(THIEF);
    await service.deleteUser({ id: 1 }, await service.authenticate(token));
    await register(world, 'ada', { address: '203.0.113.1' });
    expect(await guess([THIEF], 30)).toBe(100);
  });

  it('is not known after a new password, but for the address that has set it', async () => {
    const { service, logIn, guess } = await opened();
    await logIn(THIEF);
    const { token } = await logIn('203.0.113.7');
    const caller = { ...(await service.authenticate(token)), address: '203.0.113.7' };
    await service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, newPassword: NEW } }, caller);
    expect(await guess([THIEF], 30)).toBe(100);
    await logIn('203.0.113.7', NEW);
  });

  it('is known after a change of the e-mail address', async () => {
    const { world, service, logIn } = await opened();
    const { token } = await logIn('203.0.113.7');
    const changes = { currentPassword: PASSWORD, newEmail: emailOf('bea') };
    await service.requestEmail({ id: 1, changes }, await service.authenticate(token));
    await service.changeEmail(mailedToken(world, 'change_email'));
    for (let index = 0; index < 100; index += 1) {
      const guess = { email: emailOf('bea'), password: 'a guess' };
      await refusal(service.login(guess, { address: `198.51.100.${index}` }));
    }
    await service.login({ email: emailOf('bea'), password: PASSWORD }, { address: '203.0.113.7' });
  });

  it('is known only if a session was issued', async () => {
    const { logIn, guess } = await opened({ requireConfirmedEmail: true });
    expect(await refusal(logIn(THIEF))).toBe(Responses.User.Not_verified);
    expect(await guess([THIEF], 30)).toBe(100);
  });
});

describe('addresses from which a user has logged in', () => {
  const networks = (count: number) =>
    Array.from({ length: count }, (_, index) => `2001:db8:0:4${index.toString(16).padStart(2, '0')}::1`);

  it('are known up to a bound', async () => {
    const { logIn, guess } = await opened();
    for (const address of networks(60)) await logIn(address);
    expect(await guess(networks(60).slice(50), 2)).toBe(100);
    const { logIn: again } = await opened();
    for (let times = 0; times < 60; times += 1) await again(THIEF); // one address counts once
    await again('192.0.2.67');
  });

  it('have the bound of the policy', async () => {
    const limits = { ...DEFAULT_LIMITS, knownAddresses: 1, loginEmail: { limit: 1, windowMs: MINUTE } };
    const { logIn, guess } = await opened({ limits });
    for (const address of ['192.0.2.1', '192.0.2.2']) await logIn(address);
    expect(await guess(['192.0.2.2'], 1)).toBe(1);
    await logIn('192.0.2.1');
  });
});
