import { impossibleInRemembered, type PortableKind, type RememberedKey } from '@algotheque/domain';
import { ALGO_COLUMNS, algoOf, algoValues } from '../algos/algoRows.ts';
import { BIN_COLUMNS, binValues, deletedOf } from '../algos/binRows.ts';
import { FOLDER_COLUMNS, treeOf, treeValues } from '../algos/folderRepository.ts';
import { FORMER_COLUMNS, formerOf, historyValues } from '../algos/historyRows.ts';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { EVENT_COLUMNS, eventOf, eventValues } from '../users/eventStore.ts';
import { MAIL_COLUMNS, mailOfRow, mailValues } from '../users/mailQueue.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from '../users/sessionStore.ts';
import { isDeleted, USER_COLUMNS, userOf, userValues } from '../users/userRows.ts';
import { lastIdCopy } from './lastIds.ts';
import { DELETION_COLUMNS, deletionOf } from './logs.ts';
import { type Copy, type PortableTable, type RowKind, tableCopy } from './tableCopy.ts';

const REMEMBERED_COLUMNS = ['key', 'until'] as const;

const column = new RowReader('remembered', 'key');

function rememberedOf(row: Row): RememberedKey {
  const key = row['key'] instanceof Uint8Array ? Buffer.from(row['key']).toString('hex') : '';
  const shown = { ...row, key };
  return column.possible(shown, { key, until: column.integer(shown, 'until') }, impossibleInRemembered);
}

type Copies = { readonly [Kind in PortableKind]: Copy<Kind> };

export function copiesOf(connection: Connection): Copies {
  const copy = <Kind extends RowKind>(table: PortableTable<Kind>): Copy<Kind> => tableCopy(connection, table);
  return {
    user: copy({
      kind: 'user',
      name: 'users',
      columns: [...USER_COLUMNS, 'deleted'],
      rowOf: (row) => ({ ...userOf(row), deleted: isDeleted(row) }),
      valuesOf: (user, emailCase) => ({ id: user.id, ...userValues(user, user.deleted, emailCase) }),
    }),
    session: copy({
      kind: 'session',
      name: 'tokens',
      columns: SESSION_COLUMNS,
      rowOf: sessionOf,
      valuesOf: sessionValues,
    }),
    algo: copy({ kind: 'algo', name: 'algos', columns: ALGO_COLUMNS, rowOf: algoOf, valuesOf: algoValues }),
    former: copy({
      kind: 'former',
      name: 'history',
      columns: FORMER_COLUMNS,
      rowOf: formerOf,
      valuesOf: historyValues,
    }),
    deleted: copy({
      kind: 'deleted',
      name: 'bin',
      columns: BIN_COLUMNS,
      rowOf: (row) => deletedOf(row),
      valuesOf: (row) => binValues(row),
    }),
    folder: copy({ kind: 'folder', name: 'folderTrees', columns: FOLDER_COLUMNS, rowOf: treeOf, valuesOf: treeValues }),
    deletion: copy({
      kind: 'deletion',
      name: 'deletions',
      columns: DELETION_COLUMNS,
      rowOf: deletionOf,
      valuesOf: ({ userId, date }) => ({ userId, date }),
    }),
    remembered: copy({
      kind: 'remembered',
      name: 'remembered',
      columns: REMEMBERED_COLUMNS,
      rowOf: rememberedOf,
      valuesOf: ({ key, until }) => ({ key: Buffer.from(key, 'hex'), until }),
    }),
    mail: copy({
      kind: 'mail',
      name: 'mails',
      columns: MAIL_COLUMNS,
      rowOf: mailOfRow,
      valuesOf: (row) => mailValues(row),
    }),
    event: copy({ kind: 'event', name: 'events', columns: EVENT_COLUMNS, rowOf: eventOf, valuesOf: eventValues }),
    lastId: lastIdCopy(connection),
  };
}
