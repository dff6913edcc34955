import { type Folder, type FolderRepository, impossibleInFolder, intact, type OnDamaged } from '@algotheque/domain';
import { BATCH, inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { storableText } from '../connection/storableText.ts';

export const FOLDER_COLUMNS = ['id', 'nom', 'ownerId', 'parentId'] as const;

const column = new RowReader('folders', 'id');

export function folderOf(row: Row): Folder {
  const folder: Folder = {
    id: column.integer(row, 'id'),
    nom: column.text(row, 'nom'),
    ownerId: column.integer(row, 'ownerId'),
    parentId: column.integerOrNull(row, 'parentId'),
  };
  return column.possible(row, folder, impossibleInFolder);
}

export class SqliteFolderRepository implements FolderRepository {
  readonly #connection: Connection;
  readonly #insert: Statement;
  readonly #listByOwner: Statement;
  readonly #deleteByOwner: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#insert = connection.prepare('INSERT INTO folders (nom, ownerId, parentId) VALUES (?, ?, ?)');
    this.#listByOwner = connection.prepare(
      `SELECT ${FOLDER_COLUMNS.join(', ')} FROM folders WHERE ownerId = ? ORDER BY id`,
    );
    this.#deleteByOwner = connection.prepare(`
      DELETE FROM folders WHERE id IN (SELECT id FROM folders WHERE ownerId = ? LIMIT ${BATCH})`);
  }

  async insert({ nom, ownerId, parentId }: Omit<Folder, 'id'>): Promise<Folder> {
    const text = storableText(nom, 'nom');
    return this.#connection.commit(() => {
      const { lastInsertRowid } = this.#insert.run(text, ownerId, parentId);
      return { id: Number(lastInsertRowid), nom, ownerId, parentId };
    }, 'growth');
  }

  async listByOwner(ownerId: number, onDamaged?: OnDamaged): Promise<readonly Folder[]> {
    return this.#connection.read(() => intact(this.#listByOwner.all(ownerId), folderOf, { onDamaged }));
  }

  async deleteByOwner(ownerId: number): Promise<void> {
    await inBatches(() => this.#connection.write(() => this.#deleteByOwner.run(ownerId).changes));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}
