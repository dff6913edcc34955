import type { SQLInputValue } from 'node:sqlite';
import {
  type EmailCase,
  intact,
  KeyTakenError,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  rowsAtOnce,
  StoreError,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { isKeyTaken, isRefusedValue } from '../connection/failures.ts';
import type { Row } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';
import { storedEmailCase } from '../users/emailCase.ts';

/** The kinds that have a table of their own; `lastId` has none. */
export type RowKind = Exclude<PortableKind, 'lastId'>;

export interface PortableTable<Kind extends RowKind> {
  readonly kind: Kind;
  readonly name: string;
  /** The first is the key. Default: all of the table. */
  readonly columns?: readonly string[];
  rowOf(row: Row): PortableRows[Kind];
  valuesOf(row: PortableRows[Kind], emailCase: EmailCase): Record<string, SQLInputValue>;
}

export interface Copy<Kind extends PortableKind> {
  count(): number;
  /** In the order of their keys. Never an empty batch. */
  batches(onDamaged?: OnDamaged): Iterable<readonly PortableRows[Kind][]>;
  /** All rows or none. @throws KeyTakenError */
  put(rows: readonly PortableRows[Kind][]): void;
  isEmpty(): boolean;
}

export function tableCopy<Kind extends RowKind>(connection: Connection, table: PortableTable<Kind>): Copy<Kind> {
  const { name, kind, columns = columnsOf(table.name) } = table;
  const most = rowsAtOnce(kind);
  const [key = '', ...others] = columns;
  const batch = (where: string) =>
    connection.prepare(`SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key} LIMIT ${most}`);
  const count = connection.prepare(`SELECT count(*) AS rows FROM ${name}`);
  const first = batch('');
  const after = batch(`WHERE ${key} > ?`);
  // Only a row with the same key is replaced: a row with another's e-mail or content is refused.
  const put = connection.prepare(`
    ${insertInto(name, columns)}
    ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = :${column}`).join(', ')}`);
  return {
    count: () => Number(connection.read(() => count.get()?.['rows'])),
    *batches(onDamaged) {
      let found = connection.read(() => first.all());
      for (;;) {
        const rows = connection.read(() => intact(found, (row) => table.rowOf(row), { onDamaged }));
        if (rows.length > 0) yield rows;
        const last = found.at(-1)?.[key];
        if (last === undefined || found.length < most) return;
        found = connection.read(() => after.all(last));
      }
    },
    put(rows) {
      const emailCase = storedEmailCase(connection);
      const values = rows.map((row) => table.valuesOf(row, emailCase));
      try {
        connection.write(() => {
          for (const each of values) put.run(each);
        });
      } catch (error) {
        const where = `The store file ${connection.path}, table ${name}`;
        if (isKeyTaken(error))
          throw new KeyTakenError(`${where}: a row has the e-mail or the content of another row`, { cause: error });
        throw isRefusedValue(error)
          ? new StoreError(`${where}: a row has a value that no release writes`, { cause: error })
          : error;
      }
    },
    isEmpty: () => first.get() === undefined,
  };
}
