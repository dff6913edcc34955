import { type Algorithm, formerOfPortable } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ADD_CONTENT } from '../content/unwrittenRows.ts';
import { type PutHooks, TableCopy } from './tableCopy.ts';
import { PORTABLE_TABLES, type RowKind } from './tables.ts';

export type TableCopies = { readonly [Kind in RowKind]: TableCopy<Kind> };

/** The tables of all kinds that have one. @param hooks what is done with algorithms that are put, as records or into the bin */
export function tableCopies(
  connection: Connection,
  hooks: PutHooks<Pick<Algorithm, 'id' | 'ref'>> | null,
): TableCopies {
  const addContent = connection.prepare(ADD_CONTENT);
  return {
    user: new TableCopy(connection, PORTABLE_TABLES.user),
    session: new TableCopy(connection, PORTABLE_TABLES.session),
    algo: new TableCopy(connection, PORTABLE_TABLES.algo, hooks),
    former: new TableCopy(connection, PORTABLE_TABLES.former, {
      put: (row) => addContent.run({ ref: row.ref, bytes: formerOfPortable(row).content }),
    }),
    deleted: new TableCopy(connection, PORTABLE_TABLES.deleted, hooks),
    folder: new TableCopy(connection, PORTABLE_TABLES.folder),
    deletion: new TableCopy(connection, PORTABLE_TABLES.deletion),
  };
}
