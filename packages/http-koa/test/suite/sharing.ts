import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { GetWorld } from './fixture.ts';
import { type AlgoData, newAlgo, newPerson, type Person, SOURCE } from './people.ts';

export function sharing(world: GetWorld): void {
  const share = (id: number, { token }: Person, permsAlgorithme: unknown) =>
    world().api.call(`PUT /api/algos/${id}`, { token, json: { nom: 'Shared', sourceCode: SOURCE, permsAlgorithme } });
  const read = (id: number, { token }: Person) => world().api.call(`GET /api/algos/${id}`, { token });

  describe('sharing', () => {
    it('gives each user the granted right, and shows the list to the owner only', async () => {
      const { api } = world();
      const [owner, reader, writer] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      const permsAlgorithme = [
        { idUtilisateur: writer.id, droits: 'ReadWrite' },
        { idUtilisateur: reader.id, droits: 'Read' },
      ];
      const reply = await share(id, owner, permsAlgorithme);
      expect(dataOf(reply)).toMatchObject({ droits: 'Owner', permsAlgorithme });
      for (const [person, droits] of [[reader, 'Read'] as const, [writer, 'ReadWrite'] as const]) {
        const seen = dataOf<AlgoData>(await read(id, person));
        expect(seen).toMatchObject({ droits, ownerId: owner.id, sourceCode: SOURCE });
        expect(seen).not.toHaveProperty('permsAlgorithme');
      }
      const json = { nom: 'By the writer', sourceCode: {} };
      const written = await api.call(`PUT /api/algos/${id}`, { token: writer.token, json });
      expect(dataOf(written)).toMatchObject({ nom: 'By the writer', droits: 'ReadWrite' });
      expect(dataOf(written)).not.toHaveProperty('permsAlgorithme');
      expect(dataOf(await read(id, owner))).toMatchObject({ permsAlgorithme });
    });

    it('replaces the whole list; a withdrawn right has effect on the next request', async () => {
      const { api } = world();
      const [owner, reader, writer] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner, [{ with: reader, droits: 'Read' }]);
      const etag = (await read(id, reader)).headers.get('ETag') ?? '';
      await share(id, owner, [{ idUtilisateur: writer.id, droits: 'Read' }]);
      const headers = { 'If-None-Match': etag };
      const refused = await api.call(`GET /api/algos/${id}`, { token: reader.token, headers });
      expect(statusAndMessage(refused)).toBe('404 Algo.Not_found');
      expect((await read(id, writer)).status).toBe(200);
      await share(id, owner, []);
      expect((await read(id, writer)).status).toBe(404);
      for (const unset of [undefined, null, '']) expect((await share(id, owner, unset)).status).toBe(200);
    });

    it('can be ended by the user who got the right', async () => {
      const { api } = world();
      const [owner, reader, writer] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner, [
        { with: reader, droits: 'Read' },
        { with: writer, droits: 'ReadWrite' },
      ]);
      const etag = (await read(id, reader)).headers.get('ETag') ?? '';
      const leave = ({ token }: Person, headers = {}) => api.call(`DELETE /api/algos/${id}/droits`, { token, headers });
      expect(statusAndMessage(await leave(reader, { 'If-Match': '"99"' }))).toBe('412 Algo.Conflict');
      const left = await leave(reader, { 'If-Match': etag });
      expect(left.body).toEqual({ status: 200, message: 'Responses.Algo.Success.Left' });
      expect(statusAndMessage(await leave(reader))).toBe('404 Algo.Not_found');
      expect(statusAndMessage(await leave(owner))).toBe('403 Algo.Forbidden_leave');
      expect((await read(id, reader)).status).toBe(404);
      const kept = await read(id, owner);
      expect(dataOf(kept)).toMatchObject({ permsAlgorithme: [{ idUtilisateur: writer.id, droits: 'ReadWrite' }] });
      expect(kept.headers.get('ETag')).not.toBe(etag);
    });

    it('reports what is wrong with a list', async () => {
      const { api } = world();
      const [owner, friend] = [await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      const grant = (idUtilisateur: unknown, droits: unknown = 'Read') => ({ idUtilisateur, droits });
      const wrong: readonly (readonly [unknown, string])[] = [
        [[grant(2 ** 52)], '/permsAlgorithme/0/idUtilisateur unknown_user'],
        [[grant(friend.id), grant(owner.id)], '/permsAlgorithme/1/idUtilisateur duplicate'],
        [[grant(friend.id), grant(friend.id, 'ReadWrite')], '/permsAlgorithme/1/idUtilisateur duplicate'],
        [[grant(friend.id, 'Owner')], '/permsAlgorithme/0/droits type'],
        [[grant(String(friend.id))], '/permsAlgorithme/0/idUtilisateur type'],
        [[grant(-1)], '/permsAlgorithme/0/idUtilisateur type'],
        [[{ idUtilisateur: friend.id }], '/permsAlgorithme/0/droits required'],
        [[null], '/permsAlgorithme/0 type'],
        [{ $gt: '' }, '/permsAlgorithme type'],
        ['Read', '/permsAlgorithme type'],
        [Array.from({ length: 1_001 }, () => grant(friend.id)), '/permsAlgorithme max_length'],
      ];
      for (const [list, expected] of wrong) {
        const reply = await share(id, owner, list);
        expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
        const found = dataOf<{ path: string; rule: string }[]>(reply).map(({ path, rule }) => `${path} ${rule}`);
        expect(found).toContain(expected);
      }
      expect(dataOf(await read(id, owner))).toMatchObject({ permsAlgorithme: [] });
    });
  });
}
