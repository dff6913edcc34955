import { intact, KeyTakenError, type OnDamaged, type PortableRows, rowsAtOnce } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { isKeyTaken } from '../connection/failures.ts';
import type { Statement } from '../connection/statement.ts';
import { storedEmailCase } from '../users/emailCase.ts';
import type { PortableTable, RowKind } from './tables.ts';

/** What is done with rows that are put into a table. */
export interface PutHooks<Row> {
  /** Within the transaction, after the row was put. */
  put(row: Row): void;
  /** After the commit. Default: nothing. */
  committed?(row: Row): void;
}

/** Reads a kind's rows out of its table, in the order of their keys, and puts rows into it. */
export class TableCopy<Kind extends RowKind> {
  readonly #connection: Connection;
  readonly #table: PortableTable<Kind>;
  readonly #first: Statement;
  readonly #after: Statement;
  readonly #put: Statement;
  readonly #count: Statement;
  readonly #most: number;
  readonly #hooks: PutHooks<PortableRows[Kind]> | null;

  constructor(connection: Connection, table: PortableTable<Kind>, hooks: PutHooks<PortableRows[Kind]> | null = null) {
    this.#hooks = hooks;
    const { name, columns, selects, kind } = table;
    this.#most = rowsAtOnce(kind);
    const [key, ...others] = columns;
    const selected = [...columns, ...(selects === undefined ? [] : [selects])].join(', ');
    const batch = (where: string) =>
      connection.prepare(`SELECT ${selected} FROM ${name} ${where} ORDER BY ${key} LIMIT ${this.#most}`);
    this.#connection = connection;
    this.#table = table;
    this.#count = connection.prepare(`SELECT count(*) AS rows FROM ${name}`);
    this.#first = batch('');
    this.#after = batch(`WHERE ${key} > ?`);
    // Only a row with the same key is replaced: a row with another's e-mail or content is refused.
    this.#put = connection.prepare(`
      INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})
      ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = :${column}`).join(', ')}`);
  }

  count(): number {
    return Number(this.#count.get()?.['rows']);
  }

  /** Never an empty batch. */
  *batches(onDamaged?: OnDamaged): Generator<readonly PortableRows[Kind][]> {
    let found = this.#connection.read(() => this.#first.all());
    for (;;) {
      const rows = this.#connection.read(() => intact(found, (row) => this.#table.rowOf(row), { onDamaged }));
      if (rows.length > 0) yield rows;
      const last = found.at(-1)?.[this.#table.columns[0]];
      if (last === undefined || found.length < this.#most) return;
      found = this.#connection.read(() => this.#after.all(last));
    }
  }

  /** All rows or none. @throws KeyTakenError */
  put(rows: readonly PortableRows[Kind][]): void {
    const emailCase = storedEmailCase(this.#connection);
    const values = rows.map((row) => ({ row, columns: this.#table.valuesOf(row, emailCase) }));
    try {
      this.#connection.write(() => {
        for (const { row, columns } of values) {
          this.#put.run(columns);
          this.#hooks?.put(row);
        }
      });
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
      const problem = 'a row has the e-mail or the content of another row';
      throw new KeyTakenError(`The store file ${this.#connection.path}, table ${this.#table.name}: ${problem}`, {
        cause: error,
      });
    }
    for (const row of rows) this.#hooks?.committed?.(row);
  }

  isEmpty(): boolean {
    return this.#first.get() === undefined;
  }
}
