import type { PortableKind } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { lastIdCopy } from './lastIds.ts';
import { type Copy, tableCopy } from './tableCopy.ts';
import { PORTABLE_TABLES } from './tables.ts';

export type Copies = { readonly [Kind in PortableKind]: Copy<Kind> };

/** How the rows of all kinds are copied. */
export const copiesOf = (connection: Connection): Copies => ({
  user: tableCopy(connection, PORTABLE_TABLES.user),
  session: tableCopy(connection, PORTABLE_TABLES.session),
  algo: tableCopy(connection, PORTABLE_TABLES.algo),
  former: tableCopy(connection, PORTABLE_TABLES.former),
  deleted: tableCopy(connection, PORTABLE_TABLES.deleted),
  folder: tableCopy(connection, PORTABLE_TABLES.folder),
  deletion: tableCopy(connection, PORTABLE_TABLES.deletion),
  remembered: tableCopy(connection, PORTABLE_TABLES.remembered),
  mail: tableCopy(connection, PORTABLE_TABLES.mail),
  lastId: lastIdCopy(connection),
});
