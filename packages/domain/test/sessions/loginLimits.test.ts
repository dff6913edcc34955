import { describe, expect, it } from 'vitest';
import { Responses, TooManyRequestsError } from '../../src/index.ts';
import { failing, noting } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld, PASSWORD, refusal, register, tally } from '../support/world.ts';
import { opened } from './guessing.ts';

const { Too_many_requests, Unavailable } = Responses.General;
const { Invalid_credentials } = Responses.User;

describe('wrong passwords for one e-mail from one address', () => {
  it('are limited to 10 a minute, for known and unknown e-mails; above the limit the right one is refused, too', async () => {
    const { login, fail } = await opened();
    for (const name of ['ada', 'nobody']) {
      await fail(9, '192.0.2.1', name);
      expect(await refusal(login('wrong', '192.0.2.1', name))).toBe(Invalid_credentials);
      expect(await refusal(login('wrong', '192.0.2.1', name))).toBe(Too_many_requests);
    }
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
  });

  it('are refused with the time to wait: the window starts at the first failure', async () => {
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

  it('are all counted when they come at once: 10 are compared, the others are refused', async () => {
    const calls: string[] = [];
    const { login } = await opened({ step: noting(calls) });
    const all = Array.from({ length: 100 }, () => login('wrong', '192.0.2.1'));
    expect(await tally(all)).toEqual({ [Invalid_credentials]: 10, [Too_many_requests]: 90 });
    expect(calls.filter((call) => call === 'hasher.verify')).toHaveLength(10);
  });

  it('do not affect other addresses or other e-mails', async () => {
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

  it('are removed after a correct login', async () => {
    const { login, fail } = await opened();
    for (let round = 0; round < 3; round += 1) {
      await fail(9);
      await login(PASSWORD);
    }
  });

  it('are removed after a reset', async () => {
    const { world, login, fail, service } = await opened();
    await fail(10, '192.0.2.1');
    await service.recoverPassword({ email: emailOf('ada') });
    const reset = { token: mailedToken(world, 'recover'), changes: { password: 'a new one' } };
    await service.resetPassword(reset, { address: '192.0.2.1' });
    await login('a new one', '192.0.2.1');
  });
});

describe('right passwords', () => {
  it('are accepted up to the limit when 20 come at once, and are not counted afterwards', async () => {
    const { login, data } = await opened();
    const atOnce = () => tally(Array.from({ length: 20 }, () => login(PASSWORD, '192.0.2.1')));
    for (let round = 0; round < 3; round += 1)
      expect(await atOnce()).toEqual({ resolved: 10, [Too_many_requests]: 10 });
    expect(data.sessions.size).toBe(30);
  });
});

it('a comparison that did not happen is not counted', async () => {
  const { ports, login } = await opened();
  const down = openWorld({ replace: ports, step: failing('hasher.') });
  const input = { email: emailOf('ada'), password: 'wrong' };
  for (let count = 0; count < 30; count += 1) expect(await refusal(down.service.login(input))).toBe(Unavailable);
  await login(PASSWORD);
});
