import type { SQLInputValue } from 'node:sqlite';
import type { PortableKind, PortableRows } from '@algotheque/domain';
import { algoOf, algoValues } from '../algos/algoRows.ts';
import type { Row } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';
import { deletionOf } from '../deletions/deletionRows.ts';
import { folderOf } from '../folders/folderRows.ts';
import { tokenOf, tokenValues } from '../tokens/tokenRows.ts';
import { isDeleted, userOf, userValues } from '../users/userRows.ts';

/** The kinds that are rows of a table; `lastId` is none. */
export type RowKind = Exclude<PortableKind, 'lastId'>;

/** How a kind's rows lie in a table. */
export interface PortableTable<Kind extends RowKind> {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
  read(row: Row): PortableRows[Kind];
  values(row: PortableRows[Kind]): Record<string, SQLInputValue>;
}

export const PORTABLE_TABLES: { readonly [Kind in RowKind]: PortableTable<Kind> } = {
  user: {
    name: 'users',
    key: 'id',
    columns: [
      'id',
      'adresseMail',
      'mdpHash',
      'pseudo',
      'dateInscription',
      'isVerified',
      'urlPfp',
      'credentialsVersion',
      'confirmationDate',
      'confirmationLocale',
      'deleted',
    ],
    read: (row) => ({ ...userOf(row), deleted: isDeleted(row) }),
    values: (user) => ({ id: user.id, ...userValues(user, user.deleted) }),
  },
  token: {
    name: 'tokens',
    key: 'digest',
    columns: ['digest', 'userId', 'credentialsVersion', 'dateCreation', 'dateUtilisation', 'dateExpiration'],
    read: tokenOf,
    values: tokenValues,
  },
  algo: {
    name: 'algos',
    key: 'id',
    columns: ['id', 'nom', 'dateCreation', 'dateModification', 'ownerId', 'permsAlgorithme', 'version', 'ref'],
    read: algoOf,
    values: algoValues,
  },
  folder: {
    name: 'folders',
    key: 'id',
    columns: ['id', 'nom', 'ownerId', 'parentId'],
    read: folderOf,
    values: ({ id, nom, ownerId, parentId }) => ({ id, nom: storableText(nom, 'nom'), ownerId, parentId }),
  },
  deletion: {
    name: 'deletions',
    key: 'userId',
    columns: ['userId', 'date'],
    read: deletionOf,
    values: ({ userId, date }) => ({ userId, date }),
  },
};
