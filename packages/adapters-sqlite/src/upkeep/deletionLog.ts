import { type DeletionEntry, type DeletionLog, impossibleInDeletion, intact, type OnDamaged } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';

export const DELETION_COLUMNS = ['userId', 'date'] as const;

const column = new RowReader('deletions', 'userId');

export function deletionOf(row: Row): DeletionEntry {
  const entry = { userId: column.integer(row, 'userId'), date: column.integer(row, 'date') };
  return column.possible(row, entry, impossibleInDeletion);
}

export class SqliteDeletionLog implements DeletionLog {
  readonly #connection: Connection;
  readonly #add: Statement;
  readonly #list: Statement;
  readonly #remove: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#add = connection.prepare(`
      INSERT INTO deletions (userId, date) VALUES (:userId, :date)
      ON CONFLICT (userId) DO UPDATE SET date = :date`);
    this.#list = connection.prepare('SELECT userId, date FROM deletions ORDER BY date, userId');
    this.#remove = connection.prepare(
      'DELETE FROM deletions WHERE userId = :userId AND (:date IS NULL OR date = :date)',
    );
  }

  async add({ userId, date }: DeletionEntry): Promise<void> {
    await this.#connection.commit(() => this.#add.run({ userId, date }));
  }

  async list(onDamaged?: OnDamaged): Promise<readonly DeletionEntry[]> {
    return this.#connection.read(() => intact(this.#list.all(), deletionOf, { onDamaged }));
  }

  async remove(userId: number, date?: number): Promise<void> {
    await this.#connection.commit(() => this.#remove.run({ userId, date: date ?? null }));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}
