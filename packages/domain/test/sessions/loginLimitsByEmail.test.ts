import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { emailOf, member, openWithAda, openWorld, PASSWORD, refusal } from '../support/world.ts';
import { opened } from './guessing.ts';

const { Too_many_requests } = Responses.General;
const { Invalid_credentials, Wrong_password } = Responses.User;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('wrong passwords for one e-mail from any address', () => {
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

  it('do not block an address with a correct login of the last 30 days', async () => {
    const { login, fail, clock } = await opened();
    await login(PASSWORD, '192.0.2.1');
    clock.advance(30 * 24 * HOUR - MINUTE);
    for (const address of addresses) await fail(10, address);
    expect(await refusal(login(PASSWORD, '192.0.2.2'))).toBe(Too_many_requests);
    await login(PASSWORD, '192.0.2.1');
  });

  it('block it when the correct login is older', async () => {
    const { login, fail, clock } = await opened();
    await login(PASSWORD, '192.0.2.1');
    clock.advance(30 * 24 * HOUR);
    for (const address of addresses) await fail(10, address);
    expect(await refusal(login(PASSWORD, '192.0.2.1'))).toBe(Too_many_requests);
  });

  it('are not counted under an e-mail that looks like another key', async () => {
    const { world, login } = await opened();
    const email = `192.0.2.1:${emailOf('ada')}`;
    for (let count = 0; count < 10; count += 1) await refusal(world.service.login({ email, password: 'wrong' }));
    await login(PASSWORD, '192.0.2.1');
  });
});

describe('a wrong current password', () => {
  it('shares its counter with failed logins', async () => {
    const { world, ada: caller } = await openWithAda();
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

  it('is not counted if an earlier check refuses', async () => {
    const world = openWorld();
    const [ada] = [await member(world, 'ada'), await member(world, 'bob')];
    for (let count = 0; count < 20; count += 1) {
      const answer = await refusal(world.service.updateUser({ id: 2, changes: { currentPassword: 'wrong' } }, ada));
      expect(answer).toBe(Responses.User.Forbidden);
    }
  });
});
