import {
  ImportRefusedError,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type PortableStore,
} from '@algotheque/domain';
import type { AlgoIds } from '../algos/algoIds.ts';
import type { Connection } from '../connection/connection.ts';
import type { Statement } from '../connection/statement.ts';
import type { UnwrittenRows } from '../content/unwrittenRows.ts';
import { LastIds } from './lastIds.ts';
import { tableCopies } from './tableCopies.ts';

/** How a kind is copied: a table's rows, or the last ids. */
interface Copy<Kind extends PortableKind> {
  count(): number;
  batches(onDamaged?: OnDamaged): Iterable<readonly PortableRows[Kind][]>;
  put(rows: readonly PortableRows[Kind][]): void;
}

interface PortableParts {
  readonly algoIds: AlgoIds;
  /** Saves staged content in the transaction of an imported record. */
  readonly rows: UnwrittenRows;
  /** Milliseconds since the Unix epoch, for the date of an import's mark. */
  readonly now: () => number;
}

export class SqlitePortableStore implements PortableStore {
  readonly #connection: Connection;
  readonly #algoIds: AlgoIds;
  readonly #now: () => number;
  readonly #copies: { readonly [Kind in PortableKind]: Copy<Kind> };
  readonly #isEmpty: () => boolean;
  readonly #findMark: Statement;
  readonly #mark: Statement;
  readonly #forgetCase: Statement;
  readonly #unmark: Statement;

  constructor(connection: Connection, { algoIds, rows, now }: PortableParts) {
    const lastIds = new LastIds(connection);
    const tables = tableCopies(connection, {
      put: ({ id, ref }) => rows.save(id, ref),
      committed: ({ id, ref }) => rows.committed(id, ref),
    });
    this.#connection = connection;
    this.#algoIds = algoIds;
    this.#now = now;
    this.#copies = {
      ...tables,
      lastId: {
        count: () => lastIds.list(() => {}).length,
        batches: (onDamaged) => inOneBatch(lastIds.list(onDamaged)),
        put: (rows) => lastIds.put(rows),
      },
    };
    this.#isEmpty = () => Object.values(tables).every((table) => table.isEmpty()) && lastIds.list().length === 0;
    this.#findMark = connection.prepare('SELECT source FROM importMark');
    this.#mark = connection.prepare('INSERT INTO importMark (id, source, since) VALUES (1, ?, ?)');
    this.#forgetCase = connection.prepare('DELETE FROM emailCase');
    this.#unmark = connection.prepare('DELETE FROM importMark');
  }

  async countRows(kind: PortableKind): Promise<number> {
    return this.#connection.read(() => this.#copies[kind].count());
  }

  async *exportRows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged?: OnDamaged,
  ): AsyncIterable<readonly PortableRows[Kind][]> {
    this.#algoIds.release(); // the last id must be the last given, not the last reserved
    const copy: Copy<Kind> = this.#copies[kind];
    yield* copy.batches(onDamaged);
  }

  async beginImport(source: string): Promise<'begun' | 'resumed'> {
    this.#algoIds.release();
    return this.#connection.write(() => {
      const marked = this.#findMark.get()?.['source'];
      if (marked === source) return 'resumed';
      if (marked !== undefined)
        throw this.#refusal(`is the target of another import, from ${String(marked)}, which is not finished`);
      if (!this.#isEmpty()) throw this.#refusal('is not empty');
      this.#mark.run(source, this.#now());
      this.#forgetCase.run(); // rows have no keys of addresses: the next server makes them
      return 'begun';
    });
  }

  async importRows<Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]): Promise<void> {
    this.#algoIds.release(); // a reserved id may be among the rows
    const copy: Copy<Kind> = this.#copies[kind];
    copy.put(rows);
  }

  async endImport(): Promise<void> {
    this.#connection.write(() => this.#unmark.run());
  }

  #refusal(problem: string): ImportRefusedError {
    return new ImportRefusedError(`The store file ${this.#connection.path} ${problem}`);
  }
}

const inOneBatch = <Row>(rows: readonly Row[]): (readonly Row[])[] => (rows.length === 0 ? [] : [rows]);
