import type { SQLInputValue } from 'node:sqlite';
import {
  type Folder,
  type FolderRepository,
  type FolderTree,
  impossibleInFolders,
  noFolders,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { ColumnReader, isInteger, isString, objectOf, type Row, storableText } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';

export function sqliteFolderRepository(connection: Connection): FolderRepository {
  const read = reading(connection);
  const find = connection.prepare(`SELECT ${columnsOf('folderTrees').join(', ')} FROM folderTrees WHERE ownerId = ?`);
  const isKnown = connection.prepare('SELECT 1 FROM folderTrees WHERE ownerId = ? AND version = ?');
  const insert = connection.prepare(`${insertInto('folderTrees')} ON CONFLICT (ownerId) DO NOTHING`);
  const update = connection.prepare(`
    UPDATE folderTrees SET version = :version, lastId = :lastId, folders = :folders
    WHERE ownerId = :ownerId AND version = :version - 1`);
  const deleteByOwner = connection.prepare('DELETE FROM folderTrees WHERE ownerId = ?');
  return {
    find: (ownerId, known) =>
      read(() => {
        if (known !== undefined && isKnown.get(ownerId, known.version) !== undefined) return known;
        const row = find.get(ownerId);
        return row === undefined ? noFolders(ownerId) : treeOf(row);
      }),
    async compareAndSet(ownerId, version, state) {
      if (version >= Number.MAX_SAFE_INTEGER - 1) return null; // no tree has such a version
      const tree = { ownerId, version: version + 1, lastId: state.lastId, folders: structuredClone(state.folders) };
      const values = treeValues(tree);
      const statement = version === 0 ? insert : update;
      return connection.commit(() => (statement.run(values).changes === 1 ? tree : null), 'growth');
    },
    async deleteByOwner(ownerId) {
      connection.write(() => deleteByOwner.run(ownerId));
    },
    ...healthOf(connection),
  };
}

const column = new ColumnReader('folderTrees', 'ownerId');

export function treeOf(row: Row): FolderTree {
  const tree: FolderTree = {
    ownerId: column.integer(row, 'ownerId'),
    version: column.integer(row, 'version'),
    lastId: column.integer(row, 'lastId'),
    folders: column.list(row, 'folders', isFolder),
  };
  return column.possible(row, tree, impossibleInFolders);
}

/** By column. @throws TypeError for a name with a lone surrogate */
export function treeValues({ ownerId, version, lastId, folders }: FolderTree) {
  return { ownerId, version, lastId, folders: foldersText(folders) } satisfies Record<string, SQLInputValue>;
}

const foldersText = (folders: readonly Folder[]): string =>
  JSON.stringify(folders.map(({ id, nom, parentId }) => ({ id, nom: storableText(nom, 'nom'), parentId })));

const isFolder = objectOf<Folder>({
  id: isInteger,
  nom: isString,
  parentId: (value) => value === null || isInteger(value),
});
