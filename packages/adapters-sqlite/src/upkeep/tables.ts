import {
  impossibleInRemembered,
  type OnDamaged,
  type PortableKind,
  type RememberedKey,
  type RowReader as Rows,
} from '@algotheque/domain';
import { algoOf, algoValues } from '../algos/algoRows.ts';
import { binValues, deletedOf } from '../algos/binRows.ts';
import { treeOf, treeValues } from '../algos/folderRepository.ts';
import { formerOf, historyValues } from '../algos/historyRows.ts';
import type { Connection } from '../connection/connection.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';
import { EVENT_COLUMNS, eventOf, eventValues } from '../users/eventStore.ts';
import { mailOfRow, mailValues } from '../users/mailQueue.ts';
import { sessionOf, sessionValues } from '../users/sessionStore.ts';
import { isDeleted, userOf, userValues } from '../users/userRows.ts';
import { lastIdCopy } from './lastIds.ts';
import { deletionOf } from './logs.ts';
import { type Copy, type PortableTable, type RowKind, tableCopy } from './tableCopy.ts';

const column = new ColumnReader('remembered', 'key');

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
      rowOf: (row) => ({ ...userOf(row), deleted: isDeleted(row) }),
      valuesOf: (user, emailCase) => ({ id: user.id, ...userValues(user, user.deleted, emailCase) }),
    }),
    session: copy({ kind: 'session', name: 'tokens', rowOf: sessionOf, valuesOf: sessionValues }),
    algo: copy({ kind: 'algo', name: 'algos', rowOf: algoOf, valuesOf: algoValues }),
    former: copy({ kind: 'former', name: 'history', rowOf: formerOf, valuesOf: historyValues }),
    deleted: copy({ kind: 'deleted', name: 'bin', rowOf: deletedOf, valuesOf: binValues }),
    folder: copy({ kind: 'folder', name: 'folderTrees', rowOf: treeOf, valuesOf: treeValues }),
    deletion: copy({
      kind: 'deletion',
      name: 'deletions',
      rowOf: deletionOf,
      valuesOf: ({ userId, date }) => ({ userId, date }),
    }),
    remembered: copy({
      kind: 'remembered',
      name: 'remembered',
      rowOf: rememberedOf,
      valuesOf: ({ key, until }) => ({ key: Buffer.from(key, 'hex'), until }),
    }),
    mail: copy({ kind: 'mail', name: 'mails', rowOf: mailOfRow, valuesOf: mailValues }),
    event: copy({ kind: 'event', name: 'events', columns: EVENT_COLUMNS, rowOf: eventOf, valuesOf: eventValues }),
    lastId: lastIdCopy(connection),
  };
}

/** The rows of each kind, as the connection sees them. */
export const rowsOf = (copies: Copies): Rows => ({
  countRows: async (kind) => copies[kind].count(),
  async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
    const copy: Copy<Kind> = copies[kind];
    yield* copy.batches(onDamaged);
  },
});
