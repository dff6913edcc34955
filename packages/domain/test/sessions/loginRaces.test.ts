import { describe, expect, it } from 'vitest';
import { changedUser, Responses, withHash } from '../../src/index.ts';
import { after, before } from '../support/intercept.ts';
import { emailOf, openWorld, PASSWORD, refusal, register, type World } from '../support/world.ts';

const { Invalid_credentials } = Responses.User;
const GOOD = { email: emailOf('ada'), password: PASSWORD };

/** Operations that may run between the steps of a login. */
const RIVALS: Record<string, (world: World) => Promise<unknown>> = {
  'a new password': ({ ports }) => ports.users.change(1, (now) => changedUser(now, 1, { mdpHash: 'another' })),
  'a deletion that has begun': ({ ports }) => ports.users.markDeleted(1),
  'a deletion that is done': ({ ports }) => ports.users.delete(1),
};

const STEPS = ['hasher.verify', 'limiter.giveBack', 'limiter.clear', 'sessionStore.insert', 'users.findById'];

describe.each(Object.entries(RIVALS))('login during %s', (_name, rival) => {
  it.each(STEPS)('before %s leaves no session', async (method) => {
    const step = before(method, () => rival(world));
    const world: World = openWorld({ step });
    await register(world, 'ada');
    expect(await refusal(world.service.login(GOOD))).toBe(Invalid_credentials);
    expect(world.data.sessions.size).toBe(0);
    expect(world.ports.audit.events.map(({ action }) => action)).toEqual(['user.registered', 'login.failed']);
  });

  it('after its last check leaves an invalid session', async () => {
    const step = after('users.findById', () => rival(world));
    const world: World = openWorld({ step });
    await register(world, 'ada');
    const { token } = await world.service.login(GOOD);
    expect(await refusal(world.service.authenticate(token))).toBe(Responses.General.Unauthorized);
  });
});

it('login while another login replaces the hash succeeds', async () => {
  const step = before('sessionStore.insert', async () => {
    const user = await world.ports.users.findById(1);
    await world.ports.users.change(1, (now) => withHash(now, user?.mdpHash ?? '', 'stronger'));
  });
  const world: World = openWorld({ step });
  await register(world, 'ada');
  const { token } = await world.service.login(GOOD);
  await world.service.authenticate(token);
});
