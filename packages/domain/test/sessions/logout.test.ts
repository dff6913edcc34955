import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { failing } from '../support/intercept.ts';
import { logIn, openWorld, refusal } from '../support/world.ts';
import { loggedIn } from './guessing.ts';

const { Unauthorized, Unavailable } = Responses.General;

describe('logout', () => {
  it('ends this session and no other', async () => {
    const { service, world, token, caller } = await loggedIn();
    const other = await logIn(world, 'ada');
    expect(await service.logout(caller)).toBeUndefined();
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    await service.authenticate(other.token);
  });

  it('is repeatable, and audited', async () => {
    const { service, ports, caller } = await loggedIn();
    await service.logout({ ...caller, requestId: 'r1' });
    await service.logout(caller);
    expect(ports.audit.events.at(-2)).toMatchObject({ action: 'logout', actorId: 1, targetId: 1, requestId: 'r1' });
  });

  it('needs a session', async () => {
    expect(await refusal(openWorld().service.logout({}))).toBe(Unauthorized);
  });

  it('is not undone by a use of the session that is recorded later', async () => {
    const { service, ports, token, caller } = await loggedIn();
    await service.logout(caller);
    await ports.sessionStore.touch(caller.session.digest, { dateUtilisation: 9e15, dateExpiration: 9e15 });
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('is unavailable, and leaves the session, when the store is down', async () => {
    const { service, ports, token, caller } = await loggedIn();
    const down = openWorld({ replace: ports, step: failing('sessionStore.delete') });
    expect(await refusal(down.service.logout(caller))).toBe(Unavailable);
    expect(ports.audit.events.map(({ action }) => action)).not.toContain('logout');
    await service.authenticate(token);
  });
});
