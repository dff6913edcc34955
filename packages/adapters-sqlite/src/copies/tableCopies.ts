import { type Algorithm, formerOfPortable, type PortableKind } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ADD_CONTENT } from '../content/unwrittenRows.ts';
import { lastIdCopy } from './lastIds.ts';
import { type Copy, type PutHooks, tableCopy } from './tableCopy.ts';
import { PORTABLE_TABLES } from './tables.ts';

export type Copies = { readonly [Kind in PortableKind]: Copy<Kind> };

/** How the rows of all kinds are copied. @param hooks what is done with algorithms that are put, as records or into the bin */
export function copiesOf(connection: Connection, hooks: PutHooks<Pick<Algorithm, 'id' | 'ref'>> | null): Copies {
  const addContent = connection.prepare(ADD_CONTENT);
  return {
    user: tableCopy(connection, PORTABLE_TABLES.user),
    session: tableCopy(connection, PORTABLE_TABLES.session),
    algo: tableCopy(connection, PORTABLE_TABLES.algo, hooks),
    former: tableCopy(connection, PORTABLE_TABLES.former, {
      put: (row) => addContent.run({ ref: row.ref, bytes: formerOfPortable(row).content }),
    }),
    deleted: tableCopy(connection, PORTABLE_TABLES.deleted, hooks),
    folder: tableCopy(connection, PORTABLE_TABLES.folder),
    deletion: tableCopy(connection, PORTABLE_TABLES.deletion),
    lastId: lastIdCopy(connection),
  };
}
