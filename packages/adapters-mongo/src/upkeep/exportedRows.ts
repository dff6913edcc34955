import { intact, type OnDamaged, type PortableKind, type PortableRows, rowsAtOnce } from '@algotheque/domain';
import type { FindOptions } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { pagesById } from '../documents/pagesById.ts';
import { TABLES } from './portableTables.ts';

interface Export {
  /** Of each read: for one of a moment, its session. Default: none. */
  readonly options?: FindOptions;
  readonly onDamaged: OnDamaged | undefined;
}

/** The rows of a kind by their keys. Pages by key skip keys of another type, so documents with an edited key are read before them. */
export async function* exportedRows<Kind extends PortableKind>(
  commands: Commands,
  kind: Kind,
  { options = {}, onDamaged }: Export,
): AsyncGenerator<readonly PortableRows[Kind][]> {
  const { name, only, hint, lowest, read } = TABLES[kind];
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
}
