import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import { failing } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, openWorld, PASSWORD, refusal, register } from '../support/world.ts';

const { Too_many_requests, Unavailable } = Responses.General;

describe('registrations from one address', () => {
  it('have no limit by network for IPv4 addresses', async () => {
    const world = openWorld();
    for (let index = 0; index < 120; index += 1) {
      await register(world, `user${index}`, { address: `${index % 2 === 0 ? '' : '::ffff:'}192.0.2.${index}` });
    }
  });

  it('count when the e-mail is taken, so nobody can test many e-mails', async () => {
    const world = openWorld();
    await register(world, 'ada', { address: '192.0.2.9' });
    for (let count = 0; count < 20; count += 1) await refusal(register(world, 'ada', { address: '192.0.2.1' }));
    expect(await refusal(register(world, 'ada', { address: '192.0.2.1' }))).toBe(Too_many_requests);
  });

  it('do not count when they are invalid', async () => {
    const world = openWorld();
    for (let count = 0; count < 30; count += 1) await refusal(world.service.registerUser({ email: 'x' }));
    await register(world, 'ada');
  });
});

describe('limits', () => {
  it('come from the policy', async () => {
    const limits = { ...DEFAULT_LIMITS, register: { limit: 1, windowMs: 10 }, loginPair: { limit: 2, windowMs: 10 } };
    const world = openWorld({ policy: { limits } });
    await register(world, 'ada');
    expect(await refusal(register(world, 'bob'))).toBe(Too_many_requests);
    for (let count = 0; count < 2; count += 1) await refusal(logIn(world, 'ada', 'wrong'));
    expect(await refusal(logIn(world, 'ada'))).toBe(Too_many_requests);
    world.clock.advance(10);
    await register(world, 'bob');
    await logIn(world, 'ada');
  });

  it('are all off with null, and the limiter is not called', async () => {
    const world = openWorld({ policy: { limits: null }, step: failing('limiter.') });
    for (let count = 0; count < 30; count += 1) await register(world, `user${count}`);
    for (let count = 0; count < 30; count += 1) await refusal(logIn(world, 'user0', 'wrong'));
    for (let count = 0; count < 10; count += 1) await world.service.recoverPassword({ email: emailOf('user0') });
    await logIn(world, 'user0');
    expect(world.problems).toEqual([]);
  });

  it('never lock out a user who is logged in', async () => {
    const world = openWorld();
    const { user, session, address } = await member(world, 'ada');
    for (let count = 0; count < 12; count += 1) await refusal(logIn(world, 'ada', 'wrong'));
    expect(await refusal(logIn(world, 'ada'))).toBe(Too_many_requests);
    await world.service.createAlgo(
      { ownerId: 1, nom: 'Sort', sourceCode: {} },
      { user, session, address: address ?? '' },
    );
    await world.service.recoverPassword({ email: emailOf('ada') });
  });
});

describe('a limiter that is down', () => {
  const opened = async () => {
    const { ports } = openWorld();
    const world = openWorld({ replace: ports });
    const caller = await member(world, 'ada');
    return { caller, ports, down: openWorld({ replace: ports, step: failing('limiter.') }) };
  };

  it('refuses logins', async () => {
    const { down, caller } = await opened();
    expect(await refusal(logIn(down, 'ada'))).toBe(Unavailable);
    const update = { id: 1, changes: { currentPassword: PASSWORD } };
    expect(await refusal(down.service.updateUser(update, caller))).toBe(Unavailable);
  });

  it('refuses no other request, and is reported', async () => {
    const { down, caller, ports } = await opened();
    const world = { ...down, ports };
    await register(world, 'bob');
    await down.service.resendConfirmation({ email: emailOf('ada') });
    await down.service.recoverPassword({ email: emailOf('ada') });
    // Two counts for the registration and for each mail: by client address and by recipient.
    expect(down.problems).toEqual(Array.from({ length: 6 }, () => 'limit'));
    await down.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, caller);
    const token = mailedToken(world, 'recover');
    await down.service.resetPassword({ token, changes: { password: 'a new one' } });
    await down.service.deleteUser({ id: 1 }, caller);
    await down.service.logout(caller);
  });

  it('that fails by a bug is not treated as unavailable', async () => {
    const { ports } = openWorld();
    const limiter = { ...ports.limiter, hit: () => Promise.reject(new TypeError('a bug')) };
    const world = openWorld({ replace: { ...ports, limiter } });
    await expect(register(world, 'bob')).rejects.toThrow(TypeError);
  });
});
