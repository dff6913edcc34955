import type { StoreView } from '@algotheque/domain';
import { algoOf } from '../algos/algoRows.ts';
import { deletedOf } from '../algos/binRows.ts';
import { formerOf } from '../algos/historyRows.ts';
import type { Connection } from '../connection/connection.ts';
import { orNull } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { columnsOf } from '../schema/migrations.ts';
import { copiesOf, rowsOf } from './tables.ts';

/** What a connection sees: of one moment within its transaction, else what is committed. */
export function sqliteStoreView(connection: Connection): StoreView {
  const find = (table: string, key: string) =>
    connection.prepare(`SELECT ${columnsOf(table).join(', ')} FROM ${table} WHERE ${key} = ?`);
  const [findRecord, findDeleted, findFormer] = [find('algos', 'id'), find('bin', 'id'), find('history', 'ref')];
  const read = (statement: Statement, key: number | string) => connection.read(() => statement.get(key));
  return {
    ...rowsOf(copiesOf(connection)),
    content: async () => null,
    /** Beside a server an algorithm may move between two reads. */
    async find(id) {
      const record = () => orNull(read(findRecord, id), algoOf);
      return record() ?? orNull(read(findDeleted, id), deletedOf) ?? record();
    },
    findFormer: async (ref) => orNull(read(findFormer, ref), formerOf),
  };
}
