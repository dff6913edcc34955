import { describe, expect, it } from 'vitest';
import { freshEmail, newPerson, PASSWORD, type Person, tokenOf } from './suite/people.ts';
import { noting } from './support/noting.ts';
import { useServer } from './support/useServer.ts';

const FIVE_MINUTES = 300_000;
const LOGINS = 200;
const LOGIN = 'POST /api/users/login';

/** The work of a request is counted, not timed, because times depend on the machine. */
describe('the work', () => {
  const start = useServer();

  async function counted() {
    const calls: string[] = [];
    const server = await start({
      instead: ({ hasher, sessionStore, mailer }) => ({
        hasher: noting(hasher, calls),
        sessionStore: noting(sessionStore, calls),
        mailer: noting(mailer, calls),
      }),
    });
    /** The calls of ports during `act`, and behind its answers. */
    const during = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
      await server.settled();
      calls.length = 0;
      await act();
      await server.settled();
      return [...calls];
    };
    return { ...server, during };
  }

  it.each([
    ['none', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['garbage', 'Bearer x'],
    ['10 KB', `Bearer ${'A'.repeat(10_240)}`],
    ['two tokens', `Bearer ${'A'.repeat(43)} ${'A'.repeat(43)}`],
    ['a query on the store', 'Bearer {"$gt":""}'],
  ])('for a token that is %s has no read of the store', async (_what, Authorization) => {
    const { api, during } = await counted();
    const headers = Authorization === undefined ? {} : { Authorization };
    const calls = await during(async () => {
      expect((await api.call('GET /api/users/1', { headers })).status).toBe(401);
    });
    expect(calls).toEqual([]);
  });

  it('for a password over 255 characters has no hash', async () => {
    const { api, during } = await counted();
    const [person, password] = [await newPerson(api), 'x'.repeat(256)];
    const { id, email, token } = person;
    const bad: readonly (readonly [string, object])[] = [
      ['POST /api/users/register', { email: freshEmail(), password, pseudo: 'Ada' }],
      [LOGIN, { email, password }],
      [`PUT /api/users/${id}`, { currentPassword: password }],
      [`PUT /api/users/${id}`, { currentPassword: PASSWORD, newPassword: password }],
    ];
    for (const [target, json] of bad) {
      const calls = await during(async () => {
        expect((await api.call(target, { token, json })).status).toBe(400);
      });
      expect(calls.filter((name) => name !== 'find' && name !== 'touch')).toEqual([]); // the check of the token makes those
    }
  });

  it('of a login and a recovery is the same for an unknown e-mail', async () => {
    const { api, during } = await counted();
    const [{ email }, unknown] = [await newPerson(api), freshEmail()];
    const work = (target: string, json: object) => during(() => api.call(target, { json }));
    const wrong = await work(LOGIN, { email, password: 'wrong password' });
    expect(wrong).toHaveLength(1);
    expect(await work(LOGIN, { email: unknown, password: 'wrong password' })).toHaveLength(1);
    expect(await work('POST /api/users/recover', { email })).toEqual(['send']);
    expect(await work('POST /api/users/recover', { email: unknown })).toEqual(['sendDecoy']);
    expect(await work('POST /api/users/confirm', { email: unknown })).toEqual(['sendDecoy']);
  });

  it('of hashing does not block other requests, and all waiting logins are served', async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    let held = 0;
    const { api } = await start({
      instead: ({ hasher }) => ({
        hasher: {
          hash: (password) => hasher.hash(password),
          needsRehash: (hash) => hasher.needsRehash(hash),
          verify: async (password, hash) => {
            held += 1;
            if (held === LOGINS + 1) waiting.resolve();
            if (held > 1) await gate.promise; // the first one is the login of the user below
            return hasher.verify(password, hash);
          },
        },
      }),
    });
    const { id, token, email } = await newPerson(api);
    const logins = Array.from({ length: LOGINS }, () => api.call(LOGIN, { json: { email, password: PASSWORD } }));
    await waiting.promise;
    expect((await api.call('GET /healthz')).status).toBe(200);
    expect((await api.call('GET /readyz')).status).toBe(200);
    expect((await api.call(`GET /api/users/${id}`, { token })).status).toBe(200);
    gate.resolve();
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  it('of using a token has at most one write in five minutes', async () => {
    const { api, ports, during } = await counted();
    const { id, token } = await newPerson(api);
    const use = () => during(() => api.call(`GET /api/users/${id}`, { token }));
    for (const [ms, expected] of [
      [FIVE_MINUTES - 1, ['find']],
      [1, ['find', 'touch']],
      [1, ['find']],
      [FIVE_MINUTES - 2, ['find']],
      [1, ['find', 'touch']],
    ] as const) {
      ports.clock.advance(ms);
      expect(await use()).toEqual(expected);
    }
  });
});

describe('mails', () => {
  const start = useServer();

  it('are in the language of the request', async () => {
    const { api, ports } = await start();
    const asked = ['fr-CA, en;q=0.1', 'de', 'en'];
    for (const language of asked) {
      const json = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
      await api.call('POST /api/users/register', { json, headers: { 'Accept-Language': language } });
    }
    expect(ports.mailer.sent.map(({ recipient }) => recipient.locale)).toEqual(['fr', 'en', 'en']);
  });

  it('of a recovery are invalid after a password was changed in another way', async () => {
    const { api, mails } = await start();
    const person: Person = await newPerson(api);
    await api.call('POST /api/users/recover', { json: { email: person.email } });
    const link = (await mails()).findLast(({ kind }) => kind === 'recover')?.token;
    const changes = { currentPassword: PASSWORD, newPassword: 'changed password' };
    await api.call(`PUT /api/users/${person.id}`, { token: person.token, json: changes });
    const reply = await api.call(`POST /api/users/recover/${link}`, { json: { password: 'stolen password' } });
    expect(reply.body).toEqual({ message: 'Responses.User.Invalid_token' });
    expect(await tokenOf(api, { ...person, password: 'changed password' })).toMatch(/^[\w-]{43}$/);
  });
});
