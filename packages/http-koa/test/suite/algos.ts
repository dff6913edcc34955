import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { type AlgoData, createAlgo, newAlgo, newPerson, SOURCE } from './people.ts';

export function algos({ api }: World): void {
  describe('creating an algorithm', () => {
    it('answers with the record, without the source', async () => {
      const owner = await newPerson(api);
      const reply = await createAlgo(api, owner, { nom: 'Tri à bulles' });
      const { id, dateCreation } = dataOf<AlgoData>(reply);
      const record = { id, nom: 'Tri à bulles', dateCreation, dateModification: dateCreation, ownerId: owner.id };
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        status: 201,
        message: 'Responses.Algo.Success.Created',
        data: { ...record, droits: 'Owner', permsAlgorithme: [], dossierId: null },
      });
      expect(reply.headers.get('Location')).toBe(`/api/algos/${id}`);
      expect(reply.headers.get('ETag')).toBe('"1"');
    });
  });

  describe('reading an algorithm', () => {
    it('answers with the record and its source code', async () => {
      const owner = await newPerson(api);
      const record = await newAlgo(api, owner);
      const reply = await api.call(`GET /api/algos/${record.id}`, { token: owner.token });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        status: 200,
        message: 'Responses.Algo.Success.Found',
        data: { ...record, sourceCode: SOURCE },
      });
      expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('Cache-Control')).toBe('private, no-cache');
      expect(reply.headers.get('Vary')).toBe('Authorization, Cookie');
      expect(statusAndMessage(await api.call(`GET /api/algos/${2 ** 52}`, { token: owner.token }))).toBe(
        '404 Algo.Not_found',
      );
    });
  });

  describe('changing an algorithm', () => {
    it('replaces name and source, and sets dateModification', async () => {
      const owner = await newPerson(api);
      const before = await newAlgo(api, owner);
      const json = { nom: 'Quick sort', sourceCode: [1, 2] };
      const reply = await api.call(`PUT /api/algos/${before.id}`, { token: owner.token, json });
      const { dateModification } = dataOf<AlgoData>(reply);
      expect(statusAndMessage(reply)).toBe('200 Algo.Success.Updated');
      expect(dataOf(reply)).toEqual({ ...before, nom: 'Quick sort', dateModification });
      expect(dateModification).toBeGreaterThanOrEqual(before.dateModification);
      const after = await api.call(`GET /api/algos/${before.id}`, { token: owner.token });
      expect(dataOf(after)).toMatchObject({ nom: 'Quick sort', sourceCode: [1, 2] });
    });

    it('uses the id of the path; an id in the body must be equal', async () => {
      const owner = await newPerson(api);
      const [{ id }, other] = [await newAlgo(api, owner), await newAlgo(api, owner)];
      const put = (bodyId: unknown) =>
        api.call(`PUT /api/algos/${id}`, {
          token: owner.token,
          json: { id: bodyId, nom: 'Renamed', sourceCode: SOURCE, ownerId: other.ownerId + 1 },
        });
      expect((await put(id)).status).toBe(200);
      expect((await put(null)).status).toBe(200);
      const reply = await put(other.id);
      expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
      expect(dataOf(reply)).toEqual([{ path: '/id', rule: 'mismatch', message: expect.any(String) }]);
      expect(dataOf(await put(id))).toMatchObject({ ownerId: owner.id });
    });
  });

  describe('deleting an algorithm', () => {
    it('removes record and source, once', async () => {
      const owner = await newPerson(api);
      const { id } = await newAlgo(api, owner);
      const reply = await api.call(`DELETE /api/algos/${id}`, { token: owner.token });
      expect([reply.status, reply.body]).toEqual([200, { status: 200, message: 'Responses.Algo.Success.Deleted' }]);
      for (const method of ['GET', 'DELETE']) {
        const again = await api.call(`${method} /api/algos/${id}`, { token: owner.token });
        expect(statusAndMessage(again)).toBe('404 Algo.Not_found');
      }
      expect((await newAlgo(api, owner)).id).not.toBe(id);
    });
  });
}
