import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newPerson, PASSWORD, type Person } from './people.ts';

export function users({ api }: World): void {
  const read = (id: number, { token }: Person) => api.call(`GET /api/users/${id}`, { token });
  const change = (person: Person, json: object) =>
    api.call(`PUT /api/users/${person.id}`, {
      token: person.token,
      json: { currentPassword: PASSWORD, ...json },
    });

  describe('reading a user', () => {
    it('shows all of the own account, and the public part of others', async () => {
      const [ada, eve] = [await newPerson(api, { pseudo: 'Ada' }), await newPerson(api, { pseudo: 'Eve' })];
      const own = await read(ada.id, ada);
      expect(statusAndMessage(own)).toBe('200 User.Success.Found');
      const { dateInscription } = dataOf<{ dateInscription: number }>(own);
      const seen = { id: ada.id, pseudo: 'Ada', dateInscription, urlPfp: null };
      expect(dataOf(own)).toEqual({
        ...seen,
        adresseMail: ada.email,
        isVerified: false,
        locale: 'en',
        shareMails: true,
      });
      const other = await read(ada.id, eve);
      expect(other.body).toEqual({ message: 'Responses.User.Success.Found', data: seen });
    });
  });

  it.each(['GET ', 'PUT ', 'PATCH ', 'DELETE ', 'POST /email', 'GET /sessions', 'DELETE /sessions', 'GET /export'])(
    'a user who is not there is not found: %s',
    async (request) => {
      const [method, rest = ''] = request.split(' ');
      const { token } = await newPerson(api);
      const json = { currentPassword: PASSWORD, newEmail: 'new@example.org' };
      const sent = { token, ...(method !== 'GET' && { json }) };
      expect(statusAndMessage(await api.call(`${method} /api/users/${2 ** 52}${rest}`, sent))).toBe(
        '404 User.Not_found',
      );
    },
  );

  describe('changing a user', () => {
    it('changes the sent fields only', async () => {
      const person = await newPerson(api);
      const urlPfp = 'https://example.org/ada.png';
      expect(dataOf(await change(person, { pseudo: 'Countess' }))).toMatchObject({ pseudo: 'Countess', urlPfp: null });
      const second = await change(person, { urlPfp, pseudo: null });
      expect(statusAndMessage(second)).toBe('200 User.Success.Updated');
      expect(dataOf(second)).toMatchObject({ pseudo: 'Countess', urlPfp, adresseMail: person.email });
      expect(dataOf(await change(person, { urlPfp: '' }))).toMatchObject({ urlPfp });
      expect(dataOf(await change(person, { urlPfp: null }))).toMatchObject({ urlPfp: null });
    });

    it('takes the requester from the token, and ignores fields that clients may not set', async () => {
      const [ada, eve] = [await newPerson(api), await newPerson(api)];
      const json = { currentPassword: PASSWORD, pseudo: 'Mallory', requestedUserId: ada.id };
      const reply = await api.call(`PUT /api/users/${ada.id}`, { token: eve.token, json });
      expect(statusAndMessage(reply)).toBe('403 User.Forbidden');
      const fields = { id: eve.id, adresseMail: 'x@example.org', isVerified: true, mdpHash: 'x', dateInscription: 1 };
      const before = dataOf(await read(ada.id, ada));
      expect(dataOf(await change(ada, { ...fields, requestedUserId: eve.id }))).toEqual(before);
    });
  });
}
