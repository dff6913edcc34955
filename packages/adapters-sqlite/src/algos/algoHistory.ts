import { type AlgoHistory, type FormerAlgo, intact } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { ColumnReader, orNull, type Row } from '../connection/rowReader.ts';
import { formerOf, type HistoryStatements, historyStatements, historyValues, versionBytesOf } from './historyRows.ts';

const column = new ColumnReader('history', 'ref');

/** What algorithms were, one row for each content that is kept. */
export function sqliteAlgoHistory(connection: Connection): AlgoHistory {
  const sql = historyStatements(connection);
  const read = reading(connection);
  return {
    async put(former) {
      await connection.commit(() => putFormer(sql, former), 'growth');
    },
    list: (id, onDamaged) => read(() => intact(sql.list.iterate(id), formerOf, { onDamaged })),
    find: (id, version) => read(() => orNull(sql.find.get({ id, version }), formerOf)),
    idOf: (ref) => read(() => orNull(sql.idOf.get(ref), (row) => column.integer(row, 'algoId'))),
    existing: (refs) => read(() => sql.existing.all(JSON.stringify(refs)).map(({ ref }) => String(ref))),
    listEnded: (now, limit) => read(() => sql.listEnded.all({ now, limit }).map(endedOf)),
    listKeys: (of, limit) =>
      read(() => {
        const rows =
          'id' in of ? sql.keysOfAlgo.all({ id: of.id, limit }) : sql.keysOfOwner.all({ ownerId: of.ownerId, limit });
        return rows.map((row) => ({ ...endedOf(row), contentBytes: Number(row['contentBytes']) }));
      }),
    bytesOf: (ownerId) => read(() => versionBytesOf(sql.bytesOf.get(ownerId))),
    async prolong({ ref, dateExpiration }, until) {
      await connection.commit(() => sql.prolong.run({ ref, dateExpiration, until }));
    },
    remove: (entries) =>
      connection.commit(() => {
        for (const { ref, dateExpiration } of entries) sql.remove.run({ ref, dateExpiration });
        return entries.map(({ ref }) => ref).filter((ref) => sql.idOf.get(ref) === undefined);
      }),
    ...healthOf(connection),
  };
}

/** Within a transaction: stores an entry, as `AlgoHistory.put` says. */
export function putFormer(sql: Pick<HistoryStatements, 'put' | 'endLater'>, former: FormerAlgo): void {
  const values = historyValues(former);
  const { ref, dateExpiration } = values;
  if (sql.put.run(values).changes === 0) sql.endLater.run({ ref, dateExpiration });
}

const endedOf = ({ ref, algoId, dateExpiration }: Row) => ({
  ref: String(ref),
  id: Number(algoId),
  dateExpiration: Number(dateExpiration),
});
