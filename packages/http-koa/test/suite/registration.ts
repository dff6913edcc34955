import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { freshEmail, newPerson, PASSWORD } from './people.ts';

const REGISTER = 'POST /api/users/register';

export function registration({ api, mails }: World): void {
  describe('registration', () => {
    it('creates an account and answers with the user, without the hash', async () => {
      const before = Date.now();
      const email = freshEmail();
      const reply = await api.call(REGISTER, { json: { email, password: PASSWORD, pseudo: 'Ada' } });
      const { id, dateInscription } = dataOf<{ id: number; dateInscription: number }>(reply);
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        message: 'Responses.User.Success.Created',
        data: {
          id,
          adresseMail: email,
          pseudo: 'Ada',
          dateInscription,
          isVerified: false,
          urlPfp: null,
          locale: 'en',
          shareMails: true,
        },
      });
      expect(id).toBeGreaterThan(0);
      expect(Number.isInteger(dateInscription)).toBe(true);
      // A time in milliseconds; the clock of the server may differ.
      expect(Math.abs(dateInscription - before)).toBeLessThan(5 * 365 * 86_400_000);
      expect(reply.headers.get('Location')).toBe(`/api/users/${id}`);
      expect(reply.headers.get('Cache-Control')).toBe('no-store');
    });

    it('sends one confirmation mail to the address', async () => {
      const { email } = await newPerson(api);
      const got = (await mails()).filter(({ to }) => to === email);
      expect(got).toEqual([{ to: email, kind: 'confirm', token: expect.any(String) }]);
    });

    it('refuses a taken e-mail, compared exactly', async () => {
      const { email } = await newPerson(api);
      const json = { email, password: 'another password', pseudo: 'Eve' };
      const reply = await api.call(REGISTER, { json });
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({ message: 'Responses.User.Email_already_exists' });
      const upper = { ...json, email: email.toUpperCase() };
      expect(statusAndMessage(await api.call(REGISTER, { json: upper }))).toBe('201 User.Success.Created');
    });

    it('reports all violations by path and rule, never with the value', async () => {
      const json = { email: 'secret-no-mail', password: 'short-1', pseudo: 'ab' };
      const reply = await api.call(REGISTER, { json });
      expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
      const data = dataOf<{ path: string; rule: string }[]>(reply);
      expect(new Set(data.map(({ path, rule }) => `${path} ${rule}`))).toEqual(
        new Set(['/pseudo min_length', '/email email', '/password min_length']),
      );
      expect(Object.keys(data[0] ?? {}).sort()).toEqual(['message', 'path', 'rule']);
      for (const value of Object.values(json)) expect(reply.text).not.toContain(value);
    });
  });
}
