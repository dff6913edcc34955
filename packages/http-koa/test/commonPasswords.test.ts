import { describe, expect, it } from 'vitest';
import { mailedToken, newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const TEXTS = {
  en: 'Many people use this password. Please choose another.',
  fr: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
};

describe('the page of a recovery', () => {
  const start = useServer();

  it.each(Object.entries(TEXTS))('says in %s that a password is common, and asks for another', async (lang, text) => {
    const server = await start({ policy: { isCommonPassword: (password) => password === 'password <1>' } });
    const person = await newPerson(server.api);
    await server.api.call('POST /api/users/recover', { json: { email: person.email } });
    const target = `POST /api/users/recover/${await mailedToken(server, person, 'recover')}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': lang };
    const choose = (password: string) =>
      server.api.call(target, { headers, body: new URLSearchParams({ password }).toString() });
    const refused = await choose('password <1>');
    expect([refused.status, refused.text.includes(text)]).toEqual([400, true]);
    expect(refused.text).toMatch(/<form method="post">.*aria-invalid="true"/s);
    expect(refused.text).not.toMatch(/<1>|&#60;1/);
    expect((await choose('short')).text).not.toContain(text);
    expect((await choose('a good one')).status).toBe(200);
  });
});
