import {
  intact,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type RowReader,
  rowsAtOnce,
} from '@algotheque/domain';
import type { FindOptions } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { pagesById } from '../documents/pagesById.ts';
import { countRows, TABLES, type Table } from './portableTables.ts';

/** The rows of each kind, as reads with these options find them, such as those of a session. */
export const rowsOf = (commands: Commands, options: FindOptions = {}): RowReader => ({
  countRows: (kind) => commands.repeat(`${TABLES[kind].name}.count`, (db) => countRows(db, kind)),
  /** By their keys. Pages by key skip keys of another type, so documents with an edited key are read before them. */
  async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
    const { name, only, hint, lowest, read }: Table<PortableRows[Kind]> = TABLES[kind];
    const edited = await commands.repeat(`${name}.export`, (db) =>
      db
        .collection<{ readonly _id: number | string }>(name)
        .find({ $nor: [{ _id: { $gte: lowest } }], ...only }, options)
        .toArray(),
    );
    intact(edited, read, { onDamaged });
    yield* pagesById(commands, name, {
      what: 'export',
      read,
      query: { _id: { $gte: lowest }, ...only },
      options: { ...options, ...(hint !== undefined && { hint }) },
      mostRows: rowsAtOnce(kind),
      onDamaged,
    });
  },
});
