import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { freshEmail, mailedToken, newPerson, PASSWORD, type Person } from './people.ts';

const JSON_ONLY = { Accept: 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const SENT = '200 User.Success.Email_change_sent';

/** Asks for another address. Resolves to the answer as status and message. */
async function ask({ api }: World, { id, token }: Person, newEmail: string): Promise<string> {
  const json = { currentPassword: PASSWORD, newEmail };
  return statusAndMessage(await api.call(`POST /api/users/${id}/email`, { token, json }));
}

/** Asks for another address, and uses the link. Resolves to the new address. */
async function change(world: World, person: Person): Promise<string> {
  const email = freshEmail();
  expect(await ask(world, person, email)).toBe(SENT);
  const token = await mailedToken(world, { email }, 'change_email');
  const reply = await world.api.call(`POST /api/users/email/${token}`);
  expect(statusAndMessage(reply)).toBe('200 User.Success.Email_changed');
  return email;
}

export function emails(world: World): void {
  const { api, mails } = world;
  const call = async (target: string, options = {}) => statusAndMessage(await api.call(target, options));
  const statusOfLogin = async (email: string) =>
    (await api.call('POST /api/users/login', { json: { email, password: PASSWORD } })).status;

  describe('a change of the e-mail address', () => {
    it('happens by POST to the link, and by nothing else', async () => {
      const [person, email] = [await newPerson(api), freshEmail()];
      expect(await ask(world, { ...person, id: 999_999 }, email)).toBe('404 User.Not_found');
      expect(await ask(world, person, email)).toBe(SENT);
      const target = `/api/users/email/${await mailedToken(world, { email }, 'change_email')}`;
      for (const method of ['GET', 'HEAD', 'GET']) {
        expect((await api.call(`${method} ${target}`, { headers: JSON_ONLY })).status).toBe(200);
      }
      expect([await statusOfLogin(person.email), await statusOfLogin(email)]).toEqual([200, 401]);
      expect(await call(`POST ${target}`)).toBe('200 User.Success.Email_changed');
      expect([await statusOfLogin(person.email), await statusOfLogin(email)]).toEqual([401, 200]);
      expect(await call(`POST ${target}`)).toBe('400 User.Invalid_token');
      expect(await call(`GET /api/users/${person.id}`, { token: person.token })).toBe('200 User.Success.Found');
    });

    it('can be taken back by the link to the old address', async () => {
      const person = await newPerson(api);
      const email = await change(world, person);
      const target = `/api/users/email/back/${await mailedToken(world, person, 'email_changed')}`;
      expect(await call(`GET ${target}`, { headers: JSON_ONLY })).toBe('200 User.Success.Email_back_valid');
      expect(await call(`POST ${target}`)).toBe('200 User.Success.Email_taken_back');
      expect(await call(`POST ${target}`)).toBe('400 User.Invalid_token');
      expect(await call('GET /api/users/me', { token: person.token })).toBe('401 General.Unauthorized');
      expect([await statusOfLogin(person.email), await statusOfLogin(email)]).toEqual([401, 401]);
      const recovery = `POST /api/users/recover/${await mailedToken(world, person, 'email_taken_back')}`;
      expect(await call(recovery, { json: { password: PASSWORD } })).toBe('200 User.Success.Password_reset');
      expect(await statusOfLogin(person.email)).toBe(200);
    });

    it('has the same answer for a taken address, which gets a mail, and a conflict at the link of the second', async () => {
      const [person, other, email] = [await newPerson(api), await newPerson(api), freshEmail()];
      const headersOf = async (newEmail: string) => {
        const json = { currentPassword: PASSWORD, newEmail };
        const reply = await api.call(`POST /api/users/${person.id}/email`, { token: person.token, json });
        return [reply.status, reply.body, [...reply.headers.keys()]];
      };
      expect(await headersOf(other.email)).toEqual(await headersOf(freshEmail()));
      expect((await mails()).findLast(({ to }) => to === other.email)?.kind).toBe('email_taken');
      await ask(world, person, email);
      const late = await mailedToken(world, { email }, 'change_email');
      await ask(world, other, email);
      const first = await mailedToken(world, { email }, 'change_email');
      expect(await call(`POST /api/users/email/${first}`)).toBe('200 User.Success.Email_changed');
      expect(await call(`POST /api/users/email/${late}`)).toBe('409 User.Email_already_exists');
    });

    it('is refused after five, and leaves PUT with an email as it was', async () => {
      const person = await newPerson(api);
      for (let times = 0; times < 5; times += 1) await change(world, person);
      expect(await ask(world, person, freshEmail())).toBe('409 User.Email_changed_too_often');
      const json = { currentPassword: PASSWORD, email: freshEmail() };
      const target = `PUT /api/users/${person.id}`;
      expect(await call(target, { token: person.token, json })).toBe('200 User.Success.Updated');
      expect(await statusOfLogin(json.email)).toBe(401);
    });

    it.each([
      ['en', 'Use this address', 'Take this address back'],
      ['fr', 'Utiliser cette adresse', 'Reprendre cette adresse'],
    ])('has pages in %s that act at the press of a button, without a script', async (lang, use, back) => {
      const [person, email] = [await newPerson(api), freshEmail()];
      const page = async (target: string, options = {}) => {
        const reply = await api.call(target, options);
        expect(reply.text).toContain(`<html lang="${lang}">`);
        return [reply.status, reply.text] as const;
      };
      const headers = { Accept: 'text/html', 'Accept-Language': lang };
      await ask(world, person, email);
      const link = `/api/users/email/${await mailedToken(world, { email }, 'change_email')}`;
      const [, asking] = await page(`GET ${link}`, { headers });
      for (const part of [`<button>${use}</button>`, email, person.pseudo]) expect(asking).toContain(part);
      if (lang === 'fr') expect(asking).toContain(`«\u00a0${person.pseudo}\u00a0»`); // no “de”, which some names elide
      const posted = { headers: { ...headers, ...FORM }, body: '' };
      expect(await page(`POST ${link}`, posted)).toEqual([200, expect.not.stringContaining('<form')]);
      const again = await page(`POST ${link}`, posted);
      expect(again).toEqual([400, expect.stringContaining('role="alert"')]);
      const old = `/api/users/email/back/${await mailedToken(world, person, 'email_changed')}`;
      const [, askingBack] = await page(`GET ${old}`, { headers });
      for (const part of [`<button>${back}</button>`, person.email, person.pseudo]) expect(askingBack).toContain(part);
      expect(await page(`POST ${old}`, posted)).toEqual([200, expect.stringContaining('role="status"')]);
      const used = await page(`GET ${old}`, { headers });
      expect(used).toEqual([400, expect.not.stringContaining('<form')]);
      for (const [, text] of [again, used]) expect(text).not.toMatch(/ask for a new one|demander un nouveau/);
    });
  });
}
