import { type FolderRepository, noFolders } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { FOLDER_COLUMNS, treeOf, treeValues } from './folderRows.ts';

/** Folders, one row for each owner. */
export function sqliteFolderRepository(connection: Connection): FolderRepository {
  const read = reading(connection);
  const find = connection.prepare(`SELECT ${FOLDER_COLUMNS.join(', ')} FROM folderTrees WHERE ownerId = ?`);
  const isKnown = connection.prepare('SELECT 1 FROM folderTrees WHERE ownerId = ? AND version = ?');
  const insert = connection.prepare(`
    INSERT INTO folderTrees (ownerId, version, lastId, folders) VALUES (:ownerId, :version, :lastId, :folders)
    ON CONFLICT (ownerId) DO NOTHING`);
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
