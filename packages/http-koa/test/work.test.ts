import { describe, expect, it } from 'vitest';
import { freshEmail, newPerson, PASSWORD } from './suite/people.ts';
import { noting } from './support/noting.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

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

  it('of hashing does not block other requests, and all waiting logins are served', async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    let held = 0;
    const { api } = await start({
      instead: ({ hasher }) => ({
        hasher: withMethods(hasher, {
          verify: async (password, hash) => {
            held += 1;
            if (held === LOGINS + 1) waiting.resolve();
            if (held > 1) await gate.promise; // the first one is the login of the user below
            return hasher.verify(password, hash);
          },
        }),
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
});
