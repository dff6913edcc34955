import { describe, expect, it } from 'vitest';
import { BROWSER, expectPage } from './expectPage.ts';
import type { World } from './fixture.ts';
import { mailedToken, newPerson, recoveryToken, tokenOf } from './people.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

export function pages(world: World): void {
  const { api } = world;
  describe('the page of a confirmation', () => {
    it('shows the result, with the status of the answer', async () => {
      const token = await mailedToken(world, await newPerson(api), 'confirm');
      const first = await api.call(`GET /api/users/confirm/${token}`, { headers: BROWSER });
      expectPage(first, 200);
      expect(first.text).toContain('Your <span class="word">e-mail</span> address is confirmed.'); // it does not break at its hyphen
      const second = await api.call(`GET /api/users/confirm/${token}`, { headers: BROWSER });
      expectPage(second, 409);
      expect(second.text).not.toContain('<form');
    });

    it.each([
      ['application/json', 'json'],
      ['*/*', 'json'],
      ['application/json, text/html', 'json'],
      ['text/html;q=0.5, application/json;q=0.9', 'json'],
      ['text/html, application/json;q=0.9', 'page'],
      ['text/html', 'page'],
      ['image/png', 'json'],
      ['nonsense', 'json'],
    ])('for Accept: %s is %s', async (Accept, form) => {
      const reply = await api.call('GET /api/users/confirm/cut', { headers: { Accept } });
      expect(reply.headers.get('Content-Type')?.includes('html')).toBe(form === 'page');
    });
  });

  describe('the pages of a recovery', () => {
    it('accept a new password without a script, and say what to look at if the account was never confirmed', async () => {
      const person = await newPerson(api);
      const target = `/api/users/recover/${await recoveryToken(world, person)}`;
      const page = await api.call(`GET ${target}`, { headers: BROWSER });
      expectPage(page, 200);
      expect(page.text).toContain('<form method="post">');
      expect(page.text).toContain('type="password"');
      expect(page.text).not.toContain('aria-invalid');
      for (const body of [
        'password=short',
        'password=',
        'password=a&password=b',
        'password[x]=1',
        'password.x=1',
        '',
      ]) {
        const again = await api.call(`POST ${target}`, { headers: FORM, body });
        if (body !== '') expectPage(again, 400);
        expect(again.status).toBe(400);
        if (body !== '') expect(again.text).toMatch(/<form method="post">.*aria-invalid="true"/s);
      }
      const body = new URLSearchParams({ password: 'été + % & =' }).toString();
      const done = await api.call(`POST ${target}`, { headers: FORM, body });
      expectPage(done, 200);
      expect(done.text).not.toContain('<form');
      expect([page.text, done.text].map((text) => text.includes('somebody else may have made'))).toEqual([false, true]);
      expect(await tokenOf(api, { email: person.email, password: 'été + % & =' })).toMatch(/^[\w-]+$/);
      expectPage(await api.call(`POST ${target}`, { headers: FORM, body }), 400);
      const again = `/api/users/recover/${await recoveryToken(world, person)}`; // the account is confirmed now
      const second = await api.call(`POST ${again}`, { headers: FORM, body });
      expect([second.status, second.text.includes('somebody else')]).toEqual([200, false]);
    });

    it('are the answer for a client without a preference', async () => {
      const target = `GET /api/users/recover/${await recoveryToken(world, await newPerson(api))}`;
      expectPage(await api.call(target), 200);
      expect((await api.call(target, { headers: { Accept: 'application/json' } })).headers.get('Content-Type')).toBe(
        'application/json; charset=utf-8',
      );
    });

    it('are kept with the address by programs that keep passwords, and show what is typed if asked', async () => {
      const person = await newPerson(api);
      const target = `/api/users/recover/${await recoveryToken(world, person)}`;
      const page = await api.call(`GET ${target}`, { headers: BROWSER });
      const account = `<input id="email" name="email" type="email" autocomplete="username" value="${person.email}" readonly>`;
      expect(page.text).toContain(account);
      expect(page.text).toContain('type="password" autocomplete="new-password"');
      expect((await api.call(`GET ${target}`, { headers: { Accept: 'application/json' } })).body).toEqual({
        message: 'Responses.User.Success.Token_valid',
      });
      const link = /<a href="(\?[^"]*)">Show the password/.exec(page.text)?.[1];
      const seen = await api.call(`GET ${target}${link}`, { headers: BROWSER });
      expectPage(seen, 200);
      expect(seen.text).toContain('<input id="password" name="password" type="text" autocomplete="off"');
      expect(seen.text).toContain('<a href="?">Hide the password');
      const french = await api.call(`GET ${target}?lang=fr`, { headers: BROWSER });
      expect(french.text).toContain('<a href="?lang=fr&#38;show=typed">Afficher le mot de passe');
      const body = new URLSearchParams({ email: person.email, password: 'short' }).toString();
      const again = await api.call(`POST ${target}${link}`, { headers: FORM, body });
      expectPage(again, 400);
      expect(again.text).toContain(account);
      expect(again.text).toContain('type="text" autocomplete="off"');
    });

    it('never show the password', async () => {
      const person = await newPerson(api, { pseudo: '<b>Ada</b>' });
      const target = `/api/users/recover/${await recoveryToken(world, person)}`;
      const page = await api.call(`GET ${target}`, { headers: BROWSER });
      const again = await api.call(`POST ${target}`, { headers: FORM, body: 'password=%3Cb%3Ex' });
      for (const { text } of [page, again]) {
        for (const secret of ['<b>', '&#60;b&#62;x']) expect(text).not.toContain(secret);
      }
    });
  });

  describe('forms', () => {
    it('are refused on all other routes', async () => {
      const { id, token, email } = await newPerson(api);
      const body = new URLSearchParams({ email, password: 'x' }).toString();
      const targets = ['POST /api/users/login', 'POST /api/users/register', 'POST /api/algos'];
      for (const target of [...targets, `PUT /api/users/${id}`]) {
        expect((await api.call(target, { token, headers: FORM, body })).status).toBe(415);
      }
    });
  });
}
