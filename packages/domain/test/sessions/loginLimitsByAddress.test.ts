import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { noting } from '../support/intercept.ts';
import { emailOf, member, openWorld, PASSWORD, refusal, register, type WorldOptions } from '../support/world.ts';

const { Too_many_requests } = Responses.General;
const { Invalid_credentials, Wrong_password } = Responses.User;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function opened(options?: WorldOptions) {
  const world = openWorld(options);
  const login = (name: string, password = 'password1', address = '192.0.2.1') =>
    world.service.login({ email: emailOf(name), password }, { address });
  /** Tries one password on this many e-mails, none of which is registered. */
  const spray = async (count: number, address?: string) => {
    for (let done = 0; done < count; done += 1) await refusal(login(`nobody${done}`, 'password1', address));
  };
  return { ...world, world, login, spray };
}

describe('wrong passwords from one address for any e-mails', () => {
  it('do not block a user who has logged in from there in the last 30 days', async () => {
    const { world, login, spray, clock } = opened();
    for (const name of ['ada', 'bob']) await register(world, name);
    await login('ada', PASSWORD);
    clock.advance(30 * DAY - MINUTE);
    await spray(100);
    await login('ada', PASSWORD);
    expect(await refusal(login('bob', PASSWORD))).toBe(Too_many_requests);
  });

  it('do not count for a user who is known there', async () => {
    const { world, login, clock } = opened();
    for (const name of ['ada', 'bob']) await register(world, name);
    await login('ada', PASSWORD);
    for (let round = 0; round < 9; round += 1) {
      for (let count = 0; count < 10; count += 1) await refusal(login('ada', 'mistyped'));
      clock.advance(MINUTE);
    }
    for (let count = 0; count < 10; count += 1) await refusal(login('ada', 'mistyped'));
    clock.advance(MINUTE - 1);
    await refusal(login('nobody'));
    await login('bob', PASSWORD);
  });

  it('are not removed by a correct login to another account', async () => {
    const { world, login, spray } = opened();
    for (const name of ['eve', 'ada']) await register(world, name);
    await spray(99);
    await login('eve', PASSWORD);
    expect(await refusal(login('ada'))).toBe(Invalid_credentials);
    expect(await refusal(login('ada'))).toBe(Too_many_requests);
  });

  it('add no counter by e-mail after they are refused', async () => {
    const calls: string[] = [];
    const { login, spray } = opened({ step: noting(calls) });
    await spray(100);
    calls.length = 0;
    expect(await refusal(login('another'))).toBe(Too_many_requests);
    expect(calls).toEqual(['users.findByMailbox', 'users.findByEmail', 'limiter.remembers', 'limiter.hit']);
  });

  it('are not counted for clients without an address, because these cannot be distinguished', async () => {
    const { world } = opened();
    await register(world, 'ada');
    for (let index = 0; index < 120; index += 1) {
      await refusal(world.service.login({ email: emailOf(`nobody${index}`), password: 'x' }));
    }
    await world.service.login({ email: emailOf('ada'), password: PASSWORD });
  });
});

it('a wrong current password counts for the address, too, if the user has not logged in from there', async () => {
  const { world, login, spray } = opened();
  const { address: _elsewhere, ...ada } = await member(world, 'ada');
  await spray(99);
  const caller = { ...ada, address: '192.0.2.1' };
  const update = () => world.service.updateUser({ id: 1, changes: { currentPassword: 'wrong' } }, caller);
  expect(await refusal(update())).toBe(Wrong_password);
  expect(await refusal(update())).toBe(Too_many_requests);
  expect(await refusal(login('nobody'))).toBe(Too_many_requests);
});
