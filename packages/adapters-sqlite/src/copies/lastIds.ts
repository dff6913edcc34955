import { intact, type OnDamaged, type PortableRows } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';

type LastId = PortableRows['lastId'];

const column = new RowReader('sqlite_sequence', 'kind');

/**
 * The highest ids given: SQLite counts those of users (AUTOINCREMENT), this adapter those of
 * algorithms.
 */
export class LastIds {
  readonly #connection: Connection;
  readonly #list: Statement;
  readonly #raiseAlgos: Statement;
  readonly #raise: Statement;
  readonly #start: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#list = connection.prepare(`
      SELECT 'algo' AS kind, last AS lastId FROM algoIds WHERE last > 0
      UNION ALL
      SELECT 'user', seq FROM sqlite_sequence WHERE name = 'users' AND seq > 0
      ORDER BY 1`);
    this.#raiseAlgos = connection.prepare(`
      INSERT INTO algoIds (id, last) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET last = max(last, excluded.last)`);
    this.#raise = connection.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'users'");
    this.#start = connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?)");
  }

  /** One for each kind of which an id was given, by name. */
  list(onDamaged?: OnDamaged): readonly LastId[] {
    return this.#connection.read(() => intact(this.#list.all(), lastIdOf, { onDamaged }));
  }

  /** Makes sure that no id up to these is given again. */
  put(rows: readonly LastId[]): void {
    this.#connection.write(() => {
      for (const { of, id } of rows) this.#put(of, id);
    });
  }

  #put(of: LastId['of'], id: number): void {
    if (of === 'algo') {
      this.#raiseAlgos.run(id);
      return;
    }
    if (this.#raise.run(id).changes === 0) this.#start.run(id);
  }
}

function lastIdOf(row: Row): LastId {
  const kind = column.text(row, 'kind');
  if (kind !== 'user' && kind !== 'algo') return column.refuse(row, 'kind');
  return { of: kind, id: column.integer(row, 'lastId') }; // positive: the statement asks for that
}
