import { describe, expect, it } from 'vitest';
import { Responses, TooManyRequestsError } from '../../src/index.ts';
import { failing, noting } from '../support/intercept.ts';
import {
  emailOf,
  mailedToken,
  member,
  openWorld,
  PASSWORD,
  refusal,
  register,
  tally,
  type WorldOptions,
} from '../support/world.ts';

const { Too_many_requests, Unavailable } = Responses.General;
const { Invalid_credentials, Wrong_password } = Responses.User;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function opened(options?: WorldOptions) {
  const world = openWorld(options);
  const user = await register(world, 'ada');
  const login = (password: string, address?: string, name = 'ada') =>
    world.service.login({ email: emailOf(name), password }, address === undefined ? {} : { address });
  const fail = async (count: number, address?: string, name = 'ada') => {
    for (let done = 0; done < count; done += 1) await refusal(login('wrong', address, name));
  };
  return { ...world, world, user, login, fail };
}

describe('wrong passwords for one e-mail from one address', () => {
  it('are limited to 10 a minute, known e-mail or not, and then the right one is refused too', async () => {
    const { login, fail } = await opened();
    for (const name of ['ada', 'nobody']) {
      await fail(9, '192.0.2.1', name);
      expect(await refusal(login('wrong', '192.0.2.1', name))).toBe(Invalid_credentials);
      expect(await refusal(login('wrong', '192.0.2.1', name))).toBe(Too_many_requests);
    }
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
  });

  it('say how long to wait: the window runs from the first failure', async () => {
    const { login, fail, clock } = await opened();
    await fail(1);
    clock.advance(20_000);
    await fail(9);
    const error = await login(PASSWORD).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(TooManyRequestsError);
    expect(error).toMatchObject({ retryAfterMs: 40_000 });
    clock.advance(39_999);
    expect(await refusal(login(PASSWORD))).toBe(Too_many_requests);
    clock.advance(1);
    await login(PASSWORD);
  });

  it('are all counted when they come at once: 10 are compared, and the rest refused', async () => {
    const calls: string[] = [];
    const { login } = await opened({ step: noting(calls) });
    const all = Array.from({ length: 100 }, () => login('wrong', '192.0.2.1'));
    expect(await tally(all)).toEqual({ [Invalid_credentials]: 10, [Too_many_requests]: 90 });
    expect(calls.filter((call) => call === 'hasher.verify')).toHaveLength(10);
  });

  it('do not touch other addresses, or other e-mails', async () => {
    const { world, login, fail } = await opened();
    await register(world, 'bob');
    await fail(10, '192.0.2.1');
    await login(PASSWORD, '192.0.2.2');
    await login(PASSWORD, '192.0.2.1', 'bob');
  });

  it('are counted for a whole /64, and for IPv4 in IPv6 form', async () => {
    const { login, fail } = await opened();
    await fail(5, '2001:db8::1');
    await fail(5, '2001:DB8:0:0:ffff::2');
    expect(await refusal(login(PASSWORD, '2001:db8::3'))).toBe(Too_many_requests);
    await fail(10, '::ffff:192.0.2.1');
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
    await login(PASSWORD, '2001:db8:0:1::1');
  });

  it('are forgotten after a good one', async () => {
    const { login, fail } = await opened();
    for (let round = 0; round < 3; round += 1) {
      await fail(9);
      await login(PASSWORD);
    }
  });

  it('are forgotten after a reset', async () => {
    const { world, login, fail, service } = await opened();
    await fail(10, '192.0.2.1');
    await service.recoverPassword({ email: emailOf('ada') });
    const reset = { token: mailedToken(world, 'recover'), changes: { password: 'a new one' } };
    await service.resetPassword(reset, { address: '192.0.2.1' });
    await login('a new one', '192.0.2.1');
  });
});

describe('right passwords', () => {
  it('all pass when 20 come at once', async () => {
    const { login, data } = await opened();
    expect(await tally(Array.from({ length: 20 }, () => login(PASSWORD, '192.0.2.1')))).toEqual({ resolved: 20 });
    expect(data.tokens.size).toBe(20);
  });

  it('all pass although wrong ones come with them, within the limit', async () => {
    const { login } = await opened();
    const all = Array.from({ length: 29 }, (_, index) => login(index % 3 === 0 ? 'wrong' : PASSWORD, '192.0.2.1'));
    expect(await tally(all)).toMatchObject({ resolved: 19, [Invalid_credentials]: 10 });
  });

  it('leave no trace in the counters', async () => {
    const { login, fail } = await opened();
    for (let count = 0; count < 30; count += 1) await login(PASSWORD);
    await fail(9);
    await login(PASSWORD);
  });
});

describe('wrong passwords for one e-mail from anywhere', () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `198.51.100.${index}`);

  it('are limited to 100 an hour', async () => {
    const { login, fail, clock } = await opened();
    for (const address of addresses.slice(0, 10)) await fail(10, address);
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
    clock.advance(HOUR - 1);
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
    clock.advance(1);
    await login(PASSWORD, '192.0.2.1');
  });

  it('do not lock out an address with a good login of the last 30 days', async () => {
    const { login, fail, clock } = await opened();
    await login(PASSWORD, '192.0.2.1');
    clock.advance(30 * 24 * HOUR - MINUTE);
    for (const address of addresses) await fail(10, address);
    expect(await refusal(login(PASSWORD, '192.0.2.2'))).toBe(Too_many_requests);
    await login(PASSWORD, '192.0.2.1');
  });

  it('lock it out when the good login is older', async () => {
    const { login, fail, clock } = await opened();
    await login(PASSWORD, '192.0.2.1');
    clock.advance(30 * 24 * HOUR);
    for (const address of addresses) await fail(10, address);
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
  });

  it('do not count under a name that is made to look like another key', async () => {
    const { world, login } = await opened();
    const email = `192.0.2.1:${emailOf('ada')}`;
    for (let count = 0; count < 10; count += 1) await refusal(world.service.login({ email, password: 'wrong' }));
    await login(PASSWORD, '192.0.2.1');
  });
});

describe('a wrong current password', () => {
  it('counts as a failed login, and a failed login as one', async () => {
    const world = openWorld();
    const caller = await member(world, 'ada');
    const update = (currentPassword: string) =>
      world.service.updateUser({ id: 1, changes: { currentPassword } }, caller);
    for (let count = 0; count < 5; count += 1) expect(await refusal(update('wrong'))).toBe(Wrong_password);
    const login = (password: string) =>
      world.service.login({ email: emailOf('ada'), password }, { address: caller.address ?? '' });
    for (let count = 0; count < 5; count += 1) expect(await refusal(login('wrong'))).toBe(Invalid_credentials);
    expect(await refusal(update(PASSWORD))).toBe(Too_many_requests);
    expect(await refusal(login(PASSWORD))).toBe(Too_many_requests);
    world.clock.advance(MINUTE);
    await update(PASSWORD);
  });

  it('is not counted where an earlier check refuses', async () => {
    const world = openWorld();
    const [ada] = [await member(world, 'ada'), await member(world, 'bob')];
    for (let count = 0; count < 20; count += 1) {
      const answer = await refusal(world.service.updateUser({ id: 2, changes: { currentPassword: 'wrong' } }, ada));
      expect(answer).toBe(Responses.User.Forbidden);
    }
  });
});

describe('a comparison that never took place', () => {
  it('counts as nothing', async () => {
    const { ports, login } = await opened();
    const down = openWorld({ replace: ports, step: failing('hasher.') });
    const input = { email: emailOf('ada'), password: 'wrong' };
    for (let count = 0; count < 30; count += 1) expect(await refusal(down.service.login(input))).toBe(Unavailable);
    await login(PASSWORD);
  });
});
