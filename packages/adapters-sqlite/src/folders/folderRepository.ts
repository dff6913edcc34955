import { type FolderRepository, type FolderTree, type FolderTreeState, noFolders } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Statement } from '../connection/statement.ts';
import { FOLDER_COLUMNS, treeOf, treeValues } from './folderRows.ts';

/** Folders, one row for each owner. */
export class SqliteFolderRepository implements FolderRepository {
  readonly #connection: Connection;
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #deleteByOwner: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#find = connection.prepare(`SELECT ${FOLDER_COLUMNS.join(', ')} FROM folderTrees WHERE ownerId = ?`);
    this.#insert = connection.prepare(`
      INSERT INTO folderTrees (ownerId, version, lastId, folders) VALUES (:ownerId, :version, :lastId, :folders)
      ON CONFLICT (ownerId) DO NOTHING`);
    this.#update = connection.prepare(`
      UPDATE folderTrees SET version = :version, lastId = :lastId, folders = :folders
      WHERE ownerId = :ownerId AND version = :version - 1`);
    this.#deleteByOwner = connection.prepare('DELETE FROM folderTrees WHERE ownerId = ?');
  }

  async find(ownerId: number): Promise<FolderTree> {
    return this.#connection.read(() => {
      const row = this.#find.get(ownerId);
      return row === undefined ? noFolders(ownerId) : treeOf(row);
    });
  }

  async compareAndSet(ownerId: number, version: number, state: FolderTreeState): Promise<FolderTree | null> {
    if (version >= Number.MAX_SAFE_INTEGER - 1) return null; // no tree has such a version
    const tree = { ownerId, version: version + 1, lastId: state.lastId, folders: structuredClone(state.folders) };
    const values = treeValues(tree);
    const statement = version === 0 ? this.#insert : this.#update;
    return this.#connection.commit(() => (statement.run(values).changes === 1 ? tree : null), 'growth');
  }

  async deleteByOwner(ownerId: number): Promise<void> {
    this.#connection.write(() => this.#deleteByOwner.run(ownerId));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}
