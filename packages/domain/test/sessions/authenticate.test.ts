import { describe, expect, it } from 'vitest';
import { changedUser, Responses } from '../../src/index.ts';
import { failing, type Step } from '../support/intercept.ts';
import { logIn, openWorld, refusal } from '../support/world.ts';
import { loggedIn } from './guessing.ts';

const { Unauthorized, Unavailable } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a session', () => {
  it('gives its user and itself', async () => {
    const { service, ports, token } = await loggedIn();
    const { user, session } = await service.authenticate(token);
    expect(user).toEqual(await ports.users.findById(1));
    expect(session).toMatchObject({ userId: 1, digest: ports.accessTokens.digest(token) });
  });

  it('reads its user beside itself once the server has seen it, and both each time', async () => {
    const waiting: string[] = [];
    const gate = Promise.withResolvers<void>();
    const step: Step = (name, run) => {
      waiting.push(name);
      return gate.promise.then(run);
    };
    const { ports, token } = await loggedIn();
    const { service } = openWorld({ replace: ports, step });
    const first = service.authenticate(token);
    expect(waiting).toEqual(['sessionStore.find']);
    gate.resolve();
    await first;
    waiting.length = 0;
    const second = service.authenticate(token);
    expect(waiting).toEqual(['sessionStore.find', 'users.findById']);
    expect(await second).toEqual(await first);
    await ports.users.markDeleted(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('ends when it is not used for 48 hours', async () => {
    const { service, clock, token } = await loggedIn();
    clock.advance(48 * HOUR - 1);
    await service.authenticate(token);
    clock.advance(48 * HOUR);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('ends 30 days after login, also when it is used', async () => {
    const { service, clock, token } = await loggedIn();
    const start = clock.now();
    for (let hours = 1; hours < 30 * 24; hours += 1) {
      clock.advance(HOUR);
      expect((await service.authenticate(token)).session.dateExpiration).toBeLessThanOrEqual(start + 30 * DAY);
    }
    clock.advance(HOUR - 1);
    await service.authenticate(token);
    clock.advance(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('has the lifetime of the policy', async () => {
    const { service, clock, token } = await loggedIn({
      policy: { tokenIdleMs: 10 * HOUR, tokenAbsoluteMs: 15 * HOUR },
    });
    clock.advance(9 * HOUR);
    await service.authenticate(token);
    clock.advance(6 * HOUR - 1);
    await service.authenticate(token);
    clock.advance(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });
});

describe('a shorter time of sessions', () => {
  it.each([
    ['idle', { tokenIdleMs: 10 * HOUR }],
    ['absolute', { tokenAbsoluteMs: 10 * HOUR }],
  ])('holds at once for a session that began before: the %s one', async (_which, policy) => {
    const { ports, clock, token } = await loggedIn();
    const { service } = openWorld({ replace: ports, policy });
    const dateExpiration = clock.now() + 10 * HOUR;
    const caller = await service.authenticate(token);
    for (const session of [caller.session, ...(await service.listSessions(1, caller))])
      expect(session).toMatchObject({ dateExpiration });
    clock.advance(10 * HOUR - 1);
    const other = await logIn({ service }, 'ada');
    clock.advance(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(await service.listSessions(1, other.caller)).toHaveLength(1);
  });
});

describe('an invalid token', () => {
  it('is one that was never issued', async () => {
    const { service, ports } = await loggedIn();
    expect(await refusal(service.authenticate(ports.accessTokens.make().token))).toBe(Unauthorized);
  });

  it('is one of a user who is deleted, or being deleted', async () => {
    const { service, ports, token } = await loggedIn();
    await ports.users.markDeleted(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    await ports.users.delete(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('is one of an older password', async () => {
    const { service, ports, token } = await loggedIn();
    await ports.users.change(1, (now) => changedUser(now, 1, { mdpHash: 'another' }));
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });
});

it.each(['sessionStore.find', 'users.findById'])(
  'a store that is down is unavailable, and never "unauthorized": %s',
  async (method) => {
    const { ports, token } = await loggedIn();
    const down = openWorld({ replace: ports, step: failing(method) });
    expect(await refusal(down.service.authenticate(token))).toBe(Unavailable);
  },
);
