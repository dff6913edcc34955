import type { RoundLog } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { RowReader } from '../connection/rowReader.ts';

const column = new RowReader('rounds', 'id');

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
        return row === undefined ? null : column.integer(row, 'date');
      }),
    async record(date) {
      await connection.commit(() => record.run({ date }));
    },
    ...healthOf(connection),
  };
}
