import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newPerson, type Person, sharedAlgo } from './people.ts';

interface Listed {
  readonly id: number;
  readonly version: number;
}

/** A user with an algorithm whose source code was replaced by other people in turn: saves of one person are one version for a time. */
async function withHistory(world: World) {
  const owner = await newPerson(world.api);
  const writer = await newPerson(world.api);
  const { id } = await sharedAlgo(world.api, owner, { with: writer, droits: 'ReadWrite' });
  const call = (target: string, { token }: Pick<Person, 'token'> = owner, headers = {}) =>
    world.api.call(target.replace(':id', String(id)), { token, headers });
  for (const [version, { token }] of [[3, writer] as const, [4, owner] as const]) {
    const json = { sourceCode: { version, text: 'é' } };
    await world.api.call(`PATCH /api/algos/${id}`, { token, json });
  }
  return { owner, writer, id, call };
}

export function history(world: World): void {
  describe('former versions', () => {
    it('are listed, read, and come back as a new version', async () => {
      const { owner, writer, call } = await withHistory(world);
      const listed = await call('GET /api/algos/:id/versions');
      expect(statusAndMessage(listed)).toBe('200 Algo.Success.Versions_listed');
      expect(dataOf<Listed[]>(listed)).toMatchObject([
        { version: 3, idUtilisateur: writer.id, bytes: 25 },
        { version: 2, idUtilisateur: owner.id },
      ]);
      const found = await call('GET /api/algos/:id/versions/3');
      expect([statusAndMessage(found), dataOf(found)]).toMatchObject([
        '200 Algo.Success.Version_found',
        { version: 3, sourceCode: { version: 3, text: 'é' } },
      ]);
      const restored = await call('POST /api/algos/:id/versions/3/restore', writer, { 'If-Match': '"4"' });
      expect([statusAndMessage(restored), restored.headers.get('ETag')]).toEqual([
        '200 Algo.Success.Version_restored',
        '"5"',
      ]);
      expect(dataOf(await call('GET /api/algos/:id'))).toMatchObject({ sourceCode: { version: 3, text: 'é' } });
      expect(dataOf<Listed[]>(await call('GET /api/algos/:id/versions')).map(({ version }) => version)).toEqual([
        4, 3, 2,
      ]);
      const stale = await call('POST /api/algos/:id/versions/2/restore', owner, { 'If-Match': '"4"' });
      expect(statusAndMessage(stale)).toBe('412 Algo.Conflict');
    });

    it.each(['0', 'x', '1.5', '-1', '99999999999999999'])('have no number %s', async (version) => {
      const { call } = await withHistory(world);
      for (const target of ['GET /api/algos/:id/versions/', 'POST /api/algos/:id/versions/']) {
        const path = target.startsWith('GET') ? `${target}${version}` : `${target}${version}/restore`;
        expect(statusAndMessage(await call(path)), path).toBe('400 General.Invalid_data');
      }
      expect(statusAndMessage(await call('GET /api/algos/x/versions'))).toBe('400 General.Invalid_data');
      expect(statusAndMessage(await call('GET /api/algos/:id/versions/4'))).toBe('404 Algo.Version_not_found');
    });
  });

  describe('the bin', () => {
    it('shows a deleted algorithm, which comes back under its id', async () => {
      const { id, call } = await withHistory(world);
      const before = dataOf<Listed>(await call('GET /api/algos/:id'));
      await call('DELETE /api/algos/:id');
      expect(statusAndMessage(await call('GET /api/algos/:id'))).toBe('404 Algo.Not_found');
      expect(dataOf<Listed[]>(await call('GET /api/algos/bin'))).toMatchObject([{ id, bytes: 25 }]);
      const restored = await call('POST /api/algos/bin/:id/restore');
      expect([statusAndMessage(restored), restored.headers.get('ETag')]).toEqual(['200 Algo.Success.Restored', '"5"']);
      expect(dataOf(await call('GET /api/algos/:id'))).toEqual(before);
      expect(dataOf<Listed[]>(await call('GET /api/algos/:id/versions')).map(({ version }) => version)).toEqual([3, 2]);
      expect(dataOf(await call('GET /api/algos/bin'))).toEqual([]);
      expect(statusAndMessage(await call('POST /api/algos/bin/:id/restore'))).toBe('404 Algo.Not_found');
    });

    it('loses an algorithm for good', async () => {
      const { call } = await withHistory(world);
      expect(statusAndMessage(await call('DELETE /api/algos/bin/:id'))).toBe('404 Algo.Not_found');
      await call('DELETE /api/algos/:id');
      expect(statusAndMessage(await call('DELETE /api/algos/bin/:id'))).toBe('200 Algo.Success.Purged');
      for (const target of ['DELETE /api/algos/bin/:id', 'POST /api/algos/bin/:id/restore']) {
        expect(statusAndMessage(await call(target)), target).toBe('404 Algo.Not_found');
      }
      for (const target of ['DELETE /api/algos/bin/x', 'POST /api/algos/bin/x/restore']) {
        expect(statusAndMessage(await call(target)), target).toBe('400 General.Invalid_data');
      }
    });

    it('is emptied by one request, and no other bin is', async () => {
      const [mine, other] = [await withHistory(world), await withHistory(world)];
      for (const { call } of [mine, other]) await call('DELETE /api/algos/:id');
      for (const algos of [1, 0]) {
        const emptied = await mine.call('DELETE /api/algos/bin');
        expect([statusAndMessage(emptied), dataOf(emptied)]).toEqual(['200 Algo.Success.Bin_emptied', { algos }]);
      }
      expect(dataOf(await other.call('GET /api/algos/bin'))).toMatchObject([{ id: other.id }]);
    });
  });
}
