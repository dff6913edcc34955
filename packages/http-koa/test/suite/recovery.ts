import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { freshEmail, mailedToken, newPerson, type Person, recoveryToken } from './people.ts';

const ASK = 'POST /api/users/recover';
const NEW = 'another good password';

export function recovery(world: World): void {
  const { api, mails } = world;
  const statusOfLogin = async ({ email }: Person, password: string) =>
    (await api.call('POST /api/users/login', { json: { email, password } })).status;
  const reset = (token: string, password: string) =>
    api.call(`POST /api/users/recover/${token}`, { json: { password } });

  describe('recovery', () => {
    it('answers the same for a known and an unknown e-mail, and sends a mail only to the known one', async () => {
      const [{ email }, unknown] = [await newPerson(api), freshEmail()];
      const replies = [await api.call(ASK, { json: { email } }), await api.call(ASK, { json: { email: unknown } })];
      for (const { status, body } of replies) {
        expect({ status, body }).toEqual({ status: 200, body: { message: 'Responses.User.Success.Recovery_sent' } });
      }
      const [known, other] = replies.map(({ headers }) => [...headers.keys()]);
      expect(other).toEqual(known);
      const to = (await mails()).filter(({ kind }) => kind === 'recover').map((mail) => mail.to);
      expect(to.filter((address) => address === email)).toHaveLength(1);
      expect(to).not.toContain(unknown);
    });

    it('changes nothing when it is requested, or when the link is opened', async () => {
      const person = await newPerson(api);
      const token = await recoveryToken(world, person);
      const headers = { Accept: 'application/json' };
      for (const method of ['GET', 'HEAD', 'GET']) {
        expect((await api.call(`${method} /api/users/recover/${token}`, { headers })).status).toBe(200);
      }
      const reply = await api.call(`GET /api/users/recover/${token}`, { headers });
      expect(reply.body).toEqual({ message: 'Responses.User.Success.Token_valid' });
      expect((await api.call(`GET /api/users/${person.id}`, { token: person.token })).status).toBe(200);
      expect(await statusOfLogin(person, person.password)).toBe(200);
    });

    it('sets a new password once, ends every session, confirms, and tells the user', async () => {
      const person = await newPerson(api);
      const token = await recoveryToken(world, person);
      const reply = await reset(token, NEW);
      expect([reply.status, reply.body]).toEqual([200, { message: 'Responses.User.Success.Password_reset' }]);
      expect((await api.call(`GET /api/users/${person.id}`, { token: person.token })).status).toBe(401);
      expect(await statusOfLogin(person, person.password)).toBe(401);
      expect(await statusOfLogin(person, NEW)).toBe(200);
      const confirm = await mailedToken(world, person, 'confirm');
      expect(statusAndMessage(await api.call(`GET /api/users/confirm/${confirm}`))).toBe('409 User.Already_confirmed');
      const lastMail = async () => (await mails()).filter(({ to }) => to === person.email).at(-1)?.kind;
      expect(await lastMail()).toBe('account_recovered');
      expect(statusAndMessage(await reset(token, 'a third password'))).toBe('400 User.Invalid_token');
      await reset(await recoveryToken(world, person), 'a third password');
      expect(await lastMail(), 'of an account that was confirmed').toBe('password_changed');
    });
  });
}
