import { describe, expect, it } from 'vitest';
import { dataOf, type Reply, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newAlgo, newPerson, type Person } from './people.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The requests of a new user. */
async function ownFolders(world: World) {
  const owner = await newPerson(world.api);
  const { token } = owner;
  const call = (target: string, json?: Fields, match?: string): Promise<Reply> =>
    world.api.call(target, { token, json, headers: match === undefined ? {} : { 'If-Match': match } });
  const make = (nom: string, parentId: number | null = null) => call('POST /api/folders', { nom, parentId });
  const list = async (): Promise<readonly string[]> => {
    const { dossiers } = dataOf<{ dossiers: readonly { id: number; nom: string; parentId: number | null }[] }>(
      await call('GET /api/folders'),
    );
    return dossiers.map(({ id, nom, parentId }) => `${id} ${nom} in ${parentId}`);
  };
  return { owner, call, make, list };
}

const tagOf = ({ status, headers }: Reply): string => `${status} ${headers.get('ETag')}`;

export function folders(world: World): void {
  describe('folders', () => {
    it('are made, listed, renamed, moved and deleted, and each answer has the version of the tree', async () => {
      const { call, make, list } = await ownFolders(world);
      expect(tagOf(await call('GET /api/folders'))).toBe('200 "0"');
      const made = await make('Tris 😀');
      expect([tagOf(made), dataOf(made)]).toEqual(['201 "1"', { id: 1, nom: 'Tris 😀', parentId: null }]);
      expect(tagOf(await make('Rapides', 1))).toBe('201 "2"');
      expect(tagOf(await make('Lents', 2))).toBe('201 "3"');
      expect(tagOf(await call('PATCH /api/folders/3', { parentId: null, nom: 'Autres' }))).toBe('200 "4"');
      expect(tagOf(await call('PATCH /api/folders/2', { parentId: 3 }))).toBe('200 "5"');
      expect(tagOf(await call('PATCH /api/folders/2', {}))).toBe('200 "5"');
      expect(await list()).toEqual(['1 Tris 😀 in null', '2 Rapides in 3', '3 Autres in null']);
      expect(statusAndMessage(await call('DELETE /api/folders/3?recursive=false'))).toBe('409 Folder.Not_empty');
      const deleted = await call('DELETE /api/folders/3?recursive=true');
      expect([tagOf(deleted), deleted.body]).toEqual([
        '200 "6"',
        { status: 200, message: 'Responses.Folder.Success.Deleted' },
      ]);
      expect([await list(), tagOf(await call('GET /api/folders'))]).toEqual([['1 Tris 😀 in null'], '200 "6"']);
    });

    it('are refused by the rules', async () => {
      const { owner, call, make } = await ownFolders(world);
      const { id } = await newAlgo(world.api, owner);
      for (const [nom, parentId] of [
        ['one', null],
        ['two', 1],
        ['three', null],
      ] as const)
        await make(nom, parentId);
      const answers = [
        ['POST /api/folders', { nom: 'one' }, '409 Folder.Name_taken'],
        ['POST /api/folders', { nom: 'x', parentId: 9 }, '404 Folder.Not_found'],
        [`POST /api/algos/${id}/copy`, { dossierId: 9 }, '404 Folder.Not_found'],
        ['POST /api/algos', { ownerId: owner.id, nom: 'Sort', sourceCode: {}, dossierId: 9 }, '404 Folder.Not_found'],
        ['PATCH /api/folders/1', { parentId: 2 }, '409 Folder.Cycle'],
        ['PATCH /api/folders/1', { parentId: 1 }, '409 Folder.Cycle'],
        ['PATCH /api/folders/3', { nom: 'one' }, '409 Folder.Name_taken'],
        ['PATCH /api/folders/9', { nom: 'x' }, '404 Folder.Not_found'],
        ['PATCH /api/folders/3', { id: 2 }, '400 General.Invalid_data'],
        ['DELETE /api/folders/9', undefined, '404 Folder.Not_found'],
        ['DELETE /api/folders/1', undefined, '409 Folder.Not_empty'],
        ['DELETE /api/folders/1?recursive=yes', undefined, '400 General.Invalid_data'],
      ] as const;
      for (const [target, json, answer] of answers)
        expect(statusAndMessage(await call(target, json)), target).toBe(answer);
    });

    it.each(['"1"', '"7", "1"', '*', 'W/"1"'])('If-Match: %s allows a change of version 1', async (match) => {
      const { call, make } = await ownFolders(world);
      await make('one');
      expect(tagOf(await call('PATCH /api/folders/1', { nom: 'first' }, match))).toBe('200 "2"');
    });

    it.each(['"0"', '"2"', '1', '""', '*, "2"'])('If-Match: %s refuses every change of version 1', async (match) => {
      const { call, make, list } = await ownFolders(world);
      await make('one');
      const changes = [
        ['POST /api/folders', { nom: 'two' }],
        ['PATCH /api/folders/1', { nom: 'first' }],
        ['DELETE /api/folders/1', undefined],
      ] as const;
      for (const [target, json] of changes)
        expect(statusAndMessage(await call(target, json, match)), target).toBe(
          /^"[^"]*"$/.test(match) ? '412 Folder.Conflict' : '400 General.Invalid_data',
        );
      expect(await list()).toEqual(['1 one in null']);
    });
  });
}

/** A folder of a person; each further one has the next id. */
export async function newFolder({ api }: World, { token }: Person, nom: string): Promise<number> {
  return dataOf<{ id: number }>(await api.call('POST /api/folders', { token, json: { nom } })).id;
}
