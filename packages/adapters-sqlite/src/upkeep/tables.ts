import type { SQLInputValue } from 'node:sqlite';
import type { EmailCase, PortableKind, PortableRows } from '@algotheque/domain';
import { ALGO_COLUMNS, algoOf, algoValues } from '../algos/algoRows.ts';
import { FOLDER_COLUMNS, treeOf, treeValues } from '../algos/folderRows.ts';
import type { Row } from '../connection/rowReader.ts';
import { MAIL_COLUMNS, mailOfRow, mailValues } from '../emails/mailQueue.ts';
import { BIN_COLUMNS, binValues, deletedOf } from '../history/binRows.ts';
import { FORMER_COLUMNS, formerOf, historyValues } from '../history/historyRows.ts';
import { REMEMBERED_COLUMNS, rememberedOf } from '../sessions/rememberedRows.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../sessions/sessionRows.ts';
import { isDeleted, USER_COLUMNS, userOf, userValues } from '../users/userRows.ts';
import { DELETION_COLUMNS, deletionOf } from './deletionLog.ts';

/** The kinds that have a table of their own; `lastId` has none. */
export type RowKind = Exclude<PortableKind, 'lastId'>;

/** How the rows of a kind are stored in their table. */
export interface PortableTable<Kind extends RowKind> {
  readonly kind: Kind;
  readonly name: string;
  /** The first is the key. */
  readonly columns: readonly [string, ...string[]];
  rowOf(row: Row): PortableRows[Kind];
  /** @param emailCase how the store compares addresses */
  valuesOf(row: PortableRows[Kind], emailCase: EmailCase): Record<string, SQLInputValue>;
}

export const PORTABLE_TABLES: { readonly [Kind in RowKind]: PortableTable<Kind> } = {
  user: {
    kind: 'user',
    name: 'users',
    columns: [...USER_COLUMNS, 'deleted'],
    rowOf: (row) => ({ ...userOf(row), deleted: isDeleted(row) }),
    valuesOf: (user, emailCase) => ({ id: user.id, ...userValues(user, user.deleted, emailCase) }),
  },
  session: { kind: 'session', name: 'tokens', columns: SESSION_COLUMNS, rowOf: sessionOf, valuesOf: sessionValues },
  algo: { kind: 'algo', name: 'algos', columns: ALGO_COLUMNS, rowOf: algoOf, valuesOf: algoValues },
  former: {
    kind: 'former',
    name: 'history',
    columns: FORMER_COLUMNS,
    rowOf: formerOf,
    valuesOf: historyValues,
  },
  deleted: {
    kind: 'deleted',
    name: 'bin',
    columns: BIN_COLUMNS,
    rowOf: (row) => deletedOf(row),
    valuesOf: (row) => binValues(row),
  },
  folder: { kind: 'folder', name: 'folderTrees', columns: FOLDER_COLUMNS, rowOf: treeOf, valuesOf: treeValues },
  deletion: {
    kind: 'deletion',
    name: 'deletions',
    columns: DELETION_COLUMNS,
    rowOf: deletionOf,
    valuesOf: ({ userId, date }) => ({ userId, date }),
  },
  remembered: {
    kind: 'remembered',
    name: 'remembered',
    columns: REMEMBERED_COLUMNS,
    rowOf: rememberedOf,
    valuesOf: ({ key, until }) => ({ key: Buffer.from(key, 'hex'), until }),
  },
  mail: { kind: 'mail', name: 'mails', columns: MAIL_COLUMNS, rowOf: mailOfRow, valuesOf: (row) => mailValues(row) },
};
