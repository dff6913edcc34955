import { describe, expect, it } from 'vitest';
import { impossibleInSession, Responses } from '../../src/index.ts';
import { memoryPasswordHasher } from '../../testkit/memory/index.ts';
import { failing, noting } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld, PASSWORD, refusal } from '../support/world.ts';
import { opened } from './guessing.ts';

const { Invalid_data, Unavailable } = Responses.General;
const { Invalid_credentials, Not_verified } = Responses.User;
const GOOD = { email: emailOf('ada'), password: PASSWORD };
const HOUR = 3_600_000;

describe('login', () => {
  it('resolves to a token, its idle end and the user', async () => {
    const { service, clock, user } = await opened();
    const answer = await service.login(GOOD);
    expect(answer).toEqual({ token: expect.any(String), dateExpiration: clock.now() + 48 * HOUR, utilisateur: user });
    expect((await service.authenticate(answer.token)).user.id).toBe(user.id);
  });

  it('stores the digest, never the token', async () => {
    const { service, data, user, clock } = await opened();
    const { token } = await service.login(GOOD);
    const [session] = data.sessions.values();
    const dates = { dateCreation: clock.now(), dateUtilisation: clock.now(), dateExpiration: clock.now() + 48 * HOUR };
    const origin = { client: null, address: null };
    expect(session).toEqual({
      digest: expect.any(String),
      userId: user.id,
      credentialsVersion: 1,
      ...dates,
      ...origin,
    });
    expect(data.dump()).not.toContain(token);
  });

  it('keeps what logged in, shortened', async () => {
    const { service, data } = await opened();
    await service.login(GOOD, { client: '\u{1f600}'.repeat(9_999), address: '192.0.2.77' });
    const [session] = data.sessions.values();
    expect(session).toMatchObject({ client: '\u{1f600}'.repeat(100), address: '192.0.2.0/24' });
    expect(session && impossibleInSession(session)).toBeNull();
  });

  it('makes a new token each time, and never uses one that was sent', async () => {
    const { service } = await opened();
    const { token } = await service.login(GOOD);
    const { token: second } = await service.login({ ...GOOD, token, digest: 'x' });
    expect(second).not.toBe(token);
    await service.authenticate(token);
  });

  it('is audited, successful or not', async () => {
    const { service, ports, user } = await opened();
    await service.login(GOOD, { address: '192.0.2.1', requestId: 'r1' });
    await refusal(service.login({ ...GOOD, password: 'wrong' }));
    await refusal(service.login({ ...GOOD, email: emailOf('nobody') }));
    const [, good, bad, unknown] = ports.audit.events;
    expect(good).toMatchObject({ action: 'login.succeeded', actorId: user.id, targetId: user.id, requestId: 'r1' });
    expect(bad).toMatchObject({ action: 'login.failed', actorId: null, targetId: user.id });
    expect(unknown).toMatchObject({ action: 'login.failed', actorId: null, targetId: null });
  });

  it('accepts an unconfirmed user, unless the policy requires confirmation', async () => {
    const open = await opened();
    expect((await open.service.login(GOOD)).utilisateur.isVerified).toBe(false);
    const closed = await opened({ policy: { requireConfirmedEmail: true } });
    expect(await refusal(closed.service.login(GOOD))).toBe(Not_verified);
    expect(await refusal(closed.service.login({ ...GOOD, password: 'wrong' }))).toBe(Invalid_credentials);
    expect(closed.data.sessions.size).toBe(0);
    await closed.service.confirmUser(mailedToken(closed.world, 'confirm'));
    await closed.service.login(GOOD);
  });
});

describe('the order of the checks of login', () => {
  it('continues with texts of a wrong type or length, without a read or a hash', async () => {
    const calls: string[] = [];
    const { service } = await opened({ step: noting(calls) });
    calls.length = 0;
    const wrong: unknown[] = [1, { $ne: '' }, ['x'], 'x'.repeat(256), 'a\u0000b', '\ud800', '\ufffd'];
    for (const text of wrong) {
      expect(await refusal(service.login({ ...GOOD, email: text }))).toBe(Invalid_data);
      expect(await refusal(service.login({ ...GOOD, password: text }))).toBe(Invalid_data);
    }
    expect(calls).toEqual([]);
  });

  it('has no rule for e-mail and password: short ones are wrong, not invalid', async () => {
    const { service } = await opened();
    expect(await refusal(service.login({ email: 'x', password: 'x' }))).toBe(Invalid_credentials);
  });
});

describe('a store that is down', () => {
  it.each([
    'users.findByEmail',
    'hasher.verify',
    'limiter.hit',
    'limiter.giveBack',
    'limiter.clear',
    'sessionStore.insert',
    'users.findById',
  ])('refuses the login as unavailable: %s', async (method) => {
    const { ports } = await opened();
    const down = openWorld({ replace: ports, step: failing(method) });
    expect(await refusal(down.service.login(GOOD))).toBe(Unavailable);
  });

  it('does not make a correct login fail when only the rehash fails', async () => {
    const stronger = memoryPasswordHasher({ cost: 2 });
    const { ports } = await opened();
    const upgraded = openWorld({ step: failing('users.change'), replace: { ...ports, hasher: stronger } });
    await upgraded.service.login(GOOD);
    expect(upgraded.problems).toEqual(['rehash']);
  });
});
