import { type DeletionEntry, type DeletionLog, impossibleInDeletion, intact, type RoundLog } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';

const column = new ColumnReader('deletions', 'userId');

export function deletionOf(row: Row): DeletionEntry {
  const entry = { userId: column.integer(row, 'userId'), date: column.integer(row, 'date') };
  return column.possible(row, entry, impossibleInDeletion);
}

export function sqliteDeletionLog(connection: Connection): DeletionLog {
  const read = reading(connection);
  const add = connection.prepare(`
    INSERT INTO deletions (userId, date) VALUES (:userId, :date)
    ON CONFLICT (userId) DO UPDATE SET date = :date`);
  const list = connection.prepare('SELECT userId, date FROM deletions ORDER BY date, userId');
  const remove = connection.prepare('DELETE FROM deletions WHERE userId = :userId AND (:date IS NULL OR date = :date)');
  return {
    async add({ userId, date }) {
      await connection.commit(() => add.run({ userId, date }));
    },
    list: (onDamaged) => read(() => intact(list.all(), deletionOf, { onDamaged })),
    async remove(userId, date) {
      await connection.commit(() => remove.run({ userId, date: date ?? null }));
    },
    ...healthOf(connection),
  };
}

const roundColumn = new ColumnReader('rounds', 'id');

export function sqliteRoundLog(connection: Connection): RoundLog {
  const read = reading(connection);
  const last = connection.prepare('SELECT id, date FROM rounds WHERE id = 1');
  const record = connection.prepare(`
    INSERT INTO rounds (id, date) VALUES (1, :date)
    ON CONFLICT (id) DO UPDATE SET date = :date`);
  return {
    last: () =>
      read(() => {
        const row = last.get();
        return row === undefined ? null : roundColumn.integer(row, 'date');
      }),
    async record(date) {
      await connection.commit(() => record.run({ date }));
    },
    ...healthOf(connection),
  };
}
