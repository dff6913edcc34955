import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { createAlgo, newAlgo, newPerson, PASSWORD, type Person } from './people.ts';

export function users({ api }: World): void {
  const read = (id: number, { token }: Person) => api.call(`GET /api/users/${id}`, { token });
  const change = (person: Person, json: object) =>
    api.call(`PUT /api/users/${person.id}`, {
      token: person.token,
      json: { currentPassword: PASSWORD, ...json },
    });

  describe('reading a user', () => {
    it('shows all of the own account, and the public part of others', async () => {
      const [ada, eve] = [await newPerson(api, 'Ada'), await newPerson(api, 'Eve')];
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
      expect(statusAndMessage(await read(2 ** 52, ada))).toBe('404 User.Not_found');
    });
  });

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

    it('by PATCH leaves what is absent', async () => {
      const { id, token } = await newPerson(api, 'Ada');
      const patch = async (json: object) =>
        dataOf(await api.call(`PATCH /api/users/${id}`, { token, json: { currentPassword: PASSWORD, ...json } }));
      const urlPfp = 'https://example.org/ada.png';
      expect(await patch({ urlPfp })).toMatchObject({ pseudo: 'Ada', urlPfp });
      expect(await patch({ pseudo: 'Countess' })).toMatchObject({ pseudo: 'Countess', urlPfp });
      expect(await patch({})).toMatchObject({ pseudo: 'Countess', urlPfp });
      expect(await patch({ urlPfp: null })).toMatchObject({ pseudo: 'Countess', urlPfp: null });
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

  describe('deleting a user', () => {
    it('removes the account, its sessions, its algorithms and its rights on algorithms of others', async () => {
      const [deleted, friend] = [await newPerson(api), await newPerson(api)];
      const theirs = await newAlgo(api, deleted, [{ with: friend, droits: 'Read' }]);
      const shared = await newAlgo(api, friend, [{ with: deleted, droits: 'ReadWrite' }]);
      const reply = await api.call(`DELETE /api/users/${deleted.id}`, { token: deleted.token });
      expect([reply.status, reply.body]).toEqual([200, { message: 'Responses.User.Success.Deleted' }]);
      expect(statusAndMessage(await read(deleted.id, friend))).toBe('404 User.Not_found');
      expect((await read(deleted.id, deleted)).status).toBe(401);
      expect((await createAlgo(api, deleted)).status).toBe(401);
      expect((await api.call(`GET /api/algos/${theirs.id}`, { token: friend.token })).status).toBe(404);
      const kept = await api.call(`GET /api/algos/${shared.id}`, { token: friend.token });
      expect(dataOf(kept)).toMatchObject({ permsAlgorithme: [], dateModification: shared.dateModification });
      expect((await api.call(`GET /api/algos/byUserId/${deleted.id}`, { token: friend.token })).status).toBe(404);
    });
  });
}
