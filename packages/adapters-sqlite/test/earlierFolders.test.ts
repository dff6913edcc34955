import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { migrate } from '../src/schema/bringUp.ts';
import { MIGRATIONS } from '../src/schema/migrations.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { scratchPath } from './support/scratch.ts';

interface FormerFolder {
  readonly id: number;
  readonly nom: string;
  readonly ownerId: number;
  readonly parentId: number | null;
}

/** What the adapter of the commit d723b453 has written: the rows as they are in the file. */
const STATE: { readonly version: number; readonly folders: readonly FormerFolder[]; readonly lastFolder: number } =
  JSON.parse(readFileSync(new URL('earlierStates/d723b453-folders.json', import.meta.url), 'utf8'));

/** The ids of folders that were in no folder of their owner, or lowest in a cycle. */
const PUT_TO_THE_TOP = [7, 8, 9, 10];

describe('folders that an earlier commit has written', () => {
  it('become a tree for each owner: ids, names and places stay, and folders without a way to the top come there', async () => {
    const { folders } = openedAfter();
    for (const owner of [1, 2, 3, 4, 5]) {
      const own = STATE.folders.filter(({ ownerId }) => ownerId === owner);
      expect(await folders.find(owner)).toEqual({
        ownerId: owner,
        version: 1,
        lastId: own.at(-1)?.id,
        folders: own.map(({ id, nom, parentId }) => ({
          id,
          nom,
          parentId: PUT_TO_THE_TOP.includes(id) ? null : parentId,
        })),
      });
    }
    for (const unknown of [6, 7]) expect(await folders.find(unknown)).toMatchObject({ version: 0, folders: [] });
  });

  it('can be changed', async () => {
    const { folders } = openedAfter();
    const { version } = await folders.find(3);
    expect(await folders.compareAndSet(3, version, { lastId: 13, folders: [] })).toMatchObject({ version: 2 });
  });

  it('leave no last id behind', async () => {
    const { portable } = openedAfter();
    for await (const rows of portable.exportRows('lastId')) expect(rows).toBe('never reached');
  });

  it('that somebody has edited past the checks damage the tree of their owner at most', async () => {
    const { folders } = openedAfter(`
      UPDATE folders SET parentId = 0 WHERE id = 2;
      UPDATE folders SET id = 9007199254740993 WHERE id = 5;
      UPDATE folders SET ownerId = -1 WHERE id = 16`);
    expect((await folders.find(1)).folders).toContainEqual({ id: 2, nom: 'Rapides', parentId: null });
    await expect(folders.find(2)).rejects.toMatchObject({ name: 'DamagedError', place: 'folderTrees', id: '2' });
    expect((await folders.find(5)).folders.map(({ id }) => id)).toEqual([17, 18, 19]);
  });
});

/** A store with these rows of schema version 10. */
function openedAfter(edit = ''): SqliteStore {
  const path = scratchPath();
  const connection = connectionTo(path);
  migrate(connection, MIGRATIONS.slice(0, STATE.version));
  connection.close();
  onRawFile(path, (db) => {
    const insert = db.prepare('INSERT INTO folders VALUES (:id, :nom, :ownerId, :parentId)');
    for (const folder of STATE.folders) insert.run({ ...folder });
    db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'folders'").run(STATE.lastFolder);
    db.exec(`PRAGMA ignore_check_constraints = ON; ${edit}`);
  });
  const store = openSqliteStore(path, { onNotice: () => {} });
  onTestFinished(() => store.close());
  return store;
}
