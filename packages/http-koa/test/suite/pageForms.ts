import { describe, expect, it } from 'vitest';
import { BROWSER, expectPage } from './expectPage.ts';
import type { World } from './fixture.ts';
import { freshEmail, newPerson } from './people.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

export function pageForms({ api, mails }: World): void {
  describe('the form for a link', () => {
    it.each(['confirm', 'recover'])('of %s has an address of its own, and is sent to the service', async (route) => {
      const target = `GET /api/users/${route}`;
      for (const [headers, lang] of [
        [BROWSER, 'en'],
        [{ ...BROWSER, 'Accept-Language': 'fr' }, 'fr'],
        [{ Accept: '*/*' }, 'en'],
      ] as const) {
        const page = await api.call(target, { headers });
        expectPage(page, 200, lang);
        expect(page.text).toContain(`<form method="post" action="/api/users/${route}">`);
        expect(page.text).not.toMatch(/aria-invalid|class="outcome/);
      }
      const { status, body } = await api.call(target, { headers: { Accept: 'application/json' } });
      expect([status, body]).toEqual([200, { message: 'Responses.General.Success.Form' }]);
    });

    it.each(['confirm', 'recover'])(
      'of %s answers the same for every address, and says what comes next',
      async (route) => {
        const known = await newPerson(api);
        const expired = await api.call(`GET /api/users/${route}/cut?lang=fr`, { headers: BROWSER });
        expectPage(expired, 400, 'fr');
        const action = /<form method="post" action="([^"]+)">/.exec(expired.text)?.[1];
        expect(action).toBe(`/api/users/${route}?lang=fr`);
        const sent = [];
        for (const email of [known.email, freshEmail()]) {
          const body = new URLSearchParams({ email }).toString();
          sent.push(await api.call(`POST ${action}`, { headers: FORM, body }));
        }
        for (const page of sent) expectPage(page, 200, 'fr');
        expect(sent[0]?.text).toBe(sent[1]?.text);
        expect(sent[0]?.text).toContain('Ouvrez le lien contenu dans le message, qui');
        expect((await mails()).filter(({ to, kind }) => to === known.email && kind === route).length).toBeGreaterThan(
          0,
        );
      },
    );

    it.each(['confirm', 'recover'])('of %s says at the field which rule is violated', async (route) => {
      for (const [body, problem] of [
        ['email=', 'Please fill in this field.'],
        ['email=ada', 'This is not an <span class="word">e-mail</span> address.'],
        [`email=${'a'.repeat(250)}@example.org`, 'This is too long.'],
        ['email=a&email=b', 'Please check this field.'],
      ] as const) {
        const page = await api.call(`POST /api/users/${route}`, { headers: FORM, body });
        expectPage(page, 400);
        expect(page.text).toContain(problem);
        const typed = body === 'email=ada' ? ' value="ada"' : '';
        expect(page.text).toContain(`autocomplete="email"${typed} aria`);
        expect(page.text).toMatch(
          /<input id="email" [^>]*aria-describedby="email-problem" aria-invalid="true" autofocus/,
        );
      }
    });
  });

  it('the form for a link has what was typed as text', async () => {
    for (const [typed, value] of [
      ['"><b>&', '&#34;&#62;&#60;b&#62;&#38;'],
      ['a'.repeat(255), 'a'.repeat(255)],
    ] as const) {
      const body = new URLSearchParams({ email: typed }).toString();
      const page = await api.call('POST /api/users/recover', { headers: FORM, body });
      expectPage(page, 400);
      expect(page.text).toContain(` value="${value}"`);
    }
    const long = `email=${'a'.repeat(256)}`;
    expect((await api.call('POST /api/users/recover', { headers: FORM, body: long })).text).not.toContain('value=');
  });

  it.each(['confirm', 'recover', 'recover/cut'])(
    'a form of another site to %s is refused, and JSON is not looked at',
    async (route) => {
      const target = `POST /api/users/${route}`;
      const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
      const page = await api.call(target, { headers: { ...FORM, ...foreign }, body: 'email=a' });
      expectPage(page, 415);
      expect((await api.call(target, { headers: { ...FORM, ...foreign } })).status).toBe(415);
      expect((await api.call(target, { headers: foreign, json: { email: 'a', password: 'a' } })).status).toBe(400);
    },
  );

  describe('languages', () => {
    it.each([
      ['fr', 'fr'],
      ['fr-CA, en;q=0.5', 'fr'],
      ['en-GB', 'en'],
      ['de, fr;q=0.1', 'fr'],
      ['fr;q=0, en', 'en'],
      ['fr;q=0.1, en;q=0.2', 'en'],
    ])('Accept-Language: %s is %s', async (language, lang) => {
      const headers = { ...BROWSER, 'Accept-Language': language };
      expectPage(await api.call('GET /api/users/confirm/cut', { headers }), 400, lang);
    });

    it('?lang= comes before Accept-Language, and counts as absent if it is no language of the service', async () => {
      const headers = { ...BROWSER, 'Accept-Language': 'fr' };
      for (const [query, lang, other] of [
        ['lang=en', 'en', 'fr'],
        ['utm_source=mail&lang=en', 'en', 'fr'],
        ['lang=de', 'fr', 'en'],
        ['lang=', 'fr', 'en'],
        ['lang=%22%3E%3Cb%3E', 'fr', 'en'],
      ] as const) {
        const page = await api.call(`GET /api/users/confirm/cut?${query}`, { headers });
        expectPage(page, 400, lang);
        expect(page.text).toContain(`<a href="?lang=${other}" lang="${other}" hreflang="${other}">`);
      }
      const answer = await api.call('POST /api/users/confirm', { headers: FORM, body: 'email=' });
      expect(answer.text).not.toContain('hreflang'); // a link would be a GET
      const body = new URLSearchParams({ email: 'nobody@example.org' }).toString();
      const done = await api.call('POST /api/users/recover?lang=fr', { headers: FORM, body });
      expectPage(done, 200, 'fr');
      expect(done.text).toMatch(/<div class="language" id="en" lang="en">.*<div class="language" id="fr" lang="fr">/s);
      expect(done.text).toContain('<a href="#en" lang="en" hreflang="en">English</a>');
      expect(done.text).toContain('<a href="#fr" lang="fr" hreflang="fr">Français</a>');
    });
  });
}
