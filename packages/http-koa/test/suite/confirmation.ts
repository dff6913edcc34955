import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import { BROWSER, expectPage } from './expectPage.ts';
import type { World } from './fixture.ts';
import { freshEmail, mailedToken, newPerson } from './people.ts';

const RESEND = 'POST /api/users/confirm';

export function confirmation(world: World): void {
  const { api, mails } = world;
  describe('confirmation', () => {
    it('verifies the user of the mailed token, once', async () => {
      const person = await newPerson(api);
      const target = `GET /api/users/confirm/${await mailedToken(world, person, 'confirm')}`;
      const reply = await api.call(target);
      expect(statusAndMessage(reply)).toBe('200 User.Success.Confirmed');
      expect(dataOf(reply)).toMatchObject({ id: person.id, adresseMail: person.email, isVerified: true });
      expect(statusAndMessage(await api.call(target))).toBe('409 User.Already_confirmed');
      const own = await api.call(`GET /api/users/${person.id}`, { token: person.token });
      expect(dataOf(own)).toMatchObject({ isVerified: true });
      await api.call(`DELETE /api/users/${person.id}`, { token: person.token });
      expect(statusAndMessage(await api.call(target))).toBe('404 User.Not_found');
    });

    it('is a success on the page also when a scanner of mails has opened the link first', async () => {
      const target = `GET /api/users/confirm/${await mailedToken(world, await newPerson(api), 'confirm')}`;
      await api.call(target);
      for (const [lang, done, before] of [
        ['en', 'Done', 'This link was opened before'],
        ['fr', 'Terminé', 'Ce lien a déjà été ouvert'],
      ] as const) {
        const page = await api.call(`${target}?lang=${lang}`, { headers: BROWSER });
        expectPage(page, 409, lang);
        for (const shown of ['class="outcome done" role="status"', `<strong>${done}.</strong>`, before]) {
          expect(page.text).toContain(shown);
        }
        expect(page.text).not.toContain('<form');
      }
    });

    it('changes nothing for a HEAD of a mail scanner', async () => {
      const token = await mailedToken(world, await newPerson(api), 'confirm');
      const head = await api.call(`HEAD /api/users/confirm/${token}`);
      expect([head.status, head.headers.get('Allow')]).toEqual([405, 'GET']);
      expect((await api.call(`GET /api/users/confirm/${token}`)).status).toBe(200);
    });
  });

  describe('confirmation mails', () => {
    it('are sent again only to users who are not confirmed, with the same answer for all', async () => {
      const [waiting, confirmed, unknown] = [await newPerson(api), await newPerson(api), freshEmail()];
      await api.call(`GET /api/users/confirm/${await mailedToken(world, confirmed, 'confirm')}`);
      const replies = [];
      for (const email of [waiting.email, confirmed.email, unknown]) {
        replies.push(await api.call(RESEND, { json: { email } }));
      }
      for (const { status, body } of replies) {
        expect({ status, body }).toEqual({
          status: 200,
          body: { message: 'Responses.User.Success.Confirmation_sent' },
        });
      }
      const count = async (email: string) => (await mails()).filter(({ to }) => to === email).length;
      expect(await count(waiting.email)).toBe(2);
      expect(await count(confirmed.email)).toBe(1);
      expect(await count(unknown)).toBe(0);
      const again = await mailedToken(world, waiting, 'confirm');
      expect((await api.call(`GET /api/users/confirm/${again}`)).status).toBe(200);
    });
  });
}
