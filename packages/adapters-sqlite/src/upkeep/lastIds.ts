import { intact, type OnDamaged, type PortableRows } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';
import type { Copy } from './tableCopy.ts';

type LastId = PortableRows['lastId'];

const column = new ColumnReader('sqlite_sequence', 'kind');

/**
 * The highest ids given: SQLite counts those of users (AUTOINCREMENT), this adapter those of
 * algorithms.
 */
export function lastIdCopy(connection: Connection): Copy<'lastId'> {
  const select = connection.prepare(`
    SELECT 'algo' AS kind, last AS lastId FROM algoIds WHERE last > 0
    UNION ALL
    SELECT 'user', seq FROM sqlite_sequence WHERE name = 'users' AND seq > 0
    ORDER BY 1`);
  const raiseAlgos = connection.prepare(`
    INSERT INTO algoIds (id, last) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET last = max(last, excluded.last)`);
  const raiseUsers = connection.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'users'");
  const startUsers = connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?)");
  /** One for each kind of which an id was given, by name. */
  const list = (onDamaged?: OnDamaged): readonly LastId[] =>
    connection.read(() => intact(select.all(), lastIdOf, { onDamaged }));
  return {
    count: () => list(() => {}).length,
    batches(onDamaged) {
      const rows = list(onDamaged);
      return rows.length === 0 ? [] : [rows];
    },
    /** Makes sure that no id up to these is given again. */
    put(rows) {
      connection.write(() => {
        for (const { of, id } of rows) {
          if (of === 'algo') raiseAlgos.run(id);
          else if (raiseUsers.run(id).changes === 0) startUsers.run(id);
        }
      });
    },
    isEmpty: () => list().length === 0,
  };
}

function lastIdOf(row: Row): LastId {
  const kind = column.text(row, 'kind');
  if (kind !== 'user' && kind !== 'algo') return column.refuse(row, 'kind');
  return { of: kind, id: column.integer(row, 'lastId') }; // positive: the statement asks for that
}
