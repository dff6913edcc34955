import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { freshEmail, newPerson, PASSWORD, tokenOf } from './people.ts';

const LOGIN = 'POST /api/users/login';

export function sessions({ api }: World): void {
  describe('login', () => {
    it('answers with a token, its idle end, and the user', async () => {
      const { id, email, pseudo } = await newPerson(api);
      const reply = await api.call(LOGIN, { json: { email, password: PASSWORD } });
      const { token, dateExpiration, utilisateur } = dataOf<{
        token: string;
        dateExpiration: number;
        utilisateur: { dateInscription: number };
      }>(reply);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('Cache-Control')).toBe('no-store');
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Number.isInteger(dateExpiration)).toBe(true);
      expect(dateExpiration).toBeGreaterThan(utilisateur.dateInscription);
      const { dateInscription } = utilisateur;
      expect(reply.body).toEqual({
        message: 'Responses.User.Success.Logged_in',
        data: {
          token,
          dateExpiration,
          utilisateur: {
            id,
            adresseMail: email,
            pseudo,
            dateInscription,
            isVerified: false,
            urlPfp: null,
            locale: 'en',
            shareMails: true,
          },
        },
      });
    });

    it('answers the same for a wrong password and an unknown e-mail', async () => {
      const { email } = await newPerson(api);
      const wrong = await api.call(LOGIN, { json: { email, password: 'not the password' } });
      const unknown = await api.call(LOGIN, { json: { email: freshEmail(), password: PASSWORD } });
      for (const reply of [wrong, unknown]) {
        expect(reply.status).toBe(401);
        expect(reply.body).toEqual({ message: 'Responses.User.Invalid_credentials' });
        expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
      }
      expect([...wrong.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
    });
  });

  describe('GET /me', () => {
    it('shows the own profile, and when the session began and ends', async () => {
      const { id, email, password } = await newPerson(api);
      const login = await api.call(LOGIN, { json: { email, password } });
      const { token, dateExpiration, utilisateur } = dataOf<{
        token: string;
        dateExpiration: number;
        utilisateur: object;
      }>(login);
      const reply = await api.call('GET /api/users/me', { token });
      const { session } = dataOf<{ session: { dateCreation: number } }>(reply);
      const { dateCreation } = session;
      expect(utilisateur).toMatchObject({ id, adresseMail: email });
      expect(reply.body).toEqual({
        message: 'Responses.User.Success.Found',
        data: {
          utilisateur,
          session: { dateCreation, dateUtilisation: dateCreation, dateExpiration },
          usage: { algos: { used: 0, limit: 10_000 }, bytes: { used: 0, versions: 0, limit: 1_073_741_824 } },
        },
      });
      expect(dateCreation).toBeLessThan(dateExpiration);
      expect(statusAndMessage(await api.call('GET /api/users/me'))).toBe('401 General.Unauthorized');
    });
  });

  describe('GET /:id/sessions', () => {
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

    /** A person with a session, and one that a browser made. */
    async function twoSessions() {
      const person = await newPerson(api);
      const json = { email: person.email, password: person.password };
      const login = await api.call(LOGIN, { json, headers: { 'User-Agent': FIREFOX } });
      const path = `/api/users/${person.id}/sessions`;
      return { api, person, path, browser: dataOf<{ token: string }>(login).token };
    }

    const listed = (reply: Awaited<ReturnType<typeof api.call>>) =>
      dataOf<readonly { readonly sessionId: string; readonly isCurrent: boolean; readonly client: string | null }[]>(
        reply,
      );

    it('lists the own sessions, and says what made them and which one asks', async () => {
      const { api, path, browser } = await twoSessions();
      const reply = await api.call(`GET ${path}`, { token: browser });
      expect(statusAndMessage(reply)).toBe('200 User.Success.Sessions_listed');
      const own = listed(reply).find(({ isCurrent }) => isCurrent);
      expect(own).toEqual({
        sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
        dateCreation: expect.any(Number),
        dateUtilisation: expect.any(Number),
        dateExpiration: expect.any(Number),
        client: 'Firefox, Linux',
        address: '127.0.0.0/24',
        isCurrent: true,
      });
      expect(
        listed(reply)
          .map(({ isCurrent }) => isCurrent)
          .toSorted(),
      ).toEqual([false, true]);
      expect((await api.call(`HEAD ${path}`, { token: browser })).status).toBe(200);
    });

    it('ends one of them', async () => {
      const { api, person, path, browser } = await twoSessions();
      const other = listed(await api.call(`GET ${path}`, { token: browser })).find(({ isCurrent }) => !isCurrent);
      const end = `DELETE ${path}/${other?.sessionId}`;
      expect(statusAndMessage(await api.call(end, { token: browser }))).toBe('200 User.Success.Session_ended');
      expect((await api.call('GET /api/users/me', { token: person.token })).status).toBe(401);
      expect(statusAndMessage(await api.call(end, { token: browser }))).toBe('404 User.Session_not_found');
      expect(statusAndMessage(await api.call(`DELETE ${path}/x`, { token: browser }))).toBe('400 General.Invalid_data');
    });

    it('ends all others, or all', async () => {
      const { api, person, path, browser } = await twoSessions();
      for (const query of ['all=false&all=false', 'all=1', 'every=true']) {
        const reply = await api.call(`DELETE ${path}?${query}`, { token: browser });
        expect(`${query}: ${statusAndMessage(reply)}`).toBe(`${query}: 400 General.Invalid_data`);
      }
      const ended = await api.call(`DELETE ${path}?all=false`, { token: browser });
      expect([ended.status, ended.body]).toEqual([200, { message: 'Responses.User.Success.Sessions_ended' }]);
      expect((await api.call('GET /api/users/me', { token: person.token })).status).toBe(401);
      expect((await api.call(`DELETE ${path}?all=true`, { token: browser })).status).toBe(200);
      expect((await api.call('GET /api/users/me', { token: browser })).status).toBe(401);
    });
  });

  describe('logout', () => {
    it.each(['GET', 'POST'])('by %s ends its own session at once, and no other', async (method) => {
      const person = await newPerson(api);
      const other = await tokenOf(api, person);
      const reply = await api.call(`${method} /api/users/logout`, { token: person.token });
      expect([reply.status, reply.body]).toEqual([200, { message: 'Responses.User.Success.Logged_out' }]);
      expect(statusAndMessage(await api.call(`${method} /api/users/logout`, { token: person.token }))).toBe(
        '401 General.Unauthorized',
      );
      expect((await api.call(`GET /api/users/${person.id}`, { token: other })).status).toBe(200);
    });

    it('does not happen for HEAD', async () => {
      const { id, token } = await newPerson(api);
      expect((await api.call('HEAD /api/users/logout', { token })).status).toBe(405);
      expect((await api.call(`GET /api/users/${id}`, { token })).status).toBe(200);
    });
  });
}
