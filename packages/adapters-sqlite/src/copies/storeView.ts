import type {
  Algorithm,
  DeletedAlgo,
  NamedContent,
  OnDamaged,
  PortableKind,
  PortableRows,
  StoreView,
} from '@algotheque/domain';
import { ALGO_COLUMNS, algoOf } from '../algos/algoRows.ts';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { UnwrittenRows } from '../content/unwrittenRows.ts';
import { BIN_COLUMNS, deletedOf } from '../history/binRows.ts';
import { LastIds } from './lastIds.ts';
import { type TableCopies, tableCopies } from './tableCopies.ts';

const BATCH = 1_000;

/** What a connection sees: of one moment within its transaction, else what is committed. */
export class SqliteStoreView implements StoreView {
  readonly #connection: Connection;
  readonly #tables: TableCopies;
  readonly #lastIds: LastIds;
  readonly #unwritten: UnwrittenRows;
  readonly #contents: Statement;
  readonly #find: Statement;
  readonly #findDeleted: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#tables = tableCopies(connection, null);
    this.#lastIds = new LastIds(connection);
    this.#unwritten = new UnwrittenRows(connection);
    this.#contents = connection.prepare(`
      SELECT id, ref FROM algos WHERE id > :after UNION ALL SELECT id, ref FROM bin WHERE id > :after
      ORDER BY id LIMIT ${BATCH}`);
    this.#find = connection.prepare(`SELECT ${ALGO_COLUMNS.join(', ')} FROM algos WHERE id = ?`);
    this.#findDeleted = connection.prepare(`SELECT ${BIN_COLUMNS.join(', ')} FROM bin WHERE id = ?`);
  }

  async *contents(): AsyncGenerator<readonly NamedContent[]> {
    for (let last: number | bigint = 0; ; ) {
      const after: number | bigint = last;
      const found: readonly Row[] = this.#connection.read(() => this.#contents.all({ after }));
      yield found.flatMap(({ id, ref }) => (typeof id === 'number' && typeof ref === 'string' ? [{ id, ref }] : []));
      const end = found.at(-1)?.['id'];
      if (found.length < BATCH || (typeof end !== 'number' && typeof end !== 'bigint')) return;
      last = end;
    }
  }

  async *rows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged: OnDamaged,
  ): AsyncGenerator<readonly PortableRows[Kind][]> {
    const batches: BatchesByKind = {
      ...this.#tables,
      lastId: { batches: (tell) => [this.#lastIds.list(tell)] },
    };
    const copy: Batches<Kind> = batches[kind];
    yield* copy.batches(onDamaged);
  }

  /** The row of `unwritten` has it until the file is durable. */
  async content({ id, ref }: NamedContent): Promise<Uint8Array | null> {
    return this.#unwritten.find(id, ref)?.bytes ?? null;
  }

  /** Beside a server an algorithm may move between two reads. */
  async find(id: number): Promise<Algorithm | DeletedAlgo | null> {
    const record = (): Algorithm | null => this.#read(this.#find, id, algoOf);
    return record() ?? this.#read(this.#findDeleted, id, deletedOf) ?? record();
  }

  #read<Found>(statement: Statement, id: number, rowOf: (row: Row) => Found): Found | null {
    const row = this.#connection.read(() => statement.get(id));
    return row === undefined ? null : rowOf(row);
  }
}

interface Batches<Kind extends PortableKind> {
  batches(onDamaged: OnDamaged): Iterable<readonly PortableRows[Kind][]>;
}

type BatchesByKind = { readonly [Kind in PortableKind]: Batches<Kind> };
