import { hash } from 'node:crypto';
import { type AlgoHistory, DamagedError, intact } from '@algotheque/domain';
import { BATCH, inBatches, repeating } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { orNull, type Row } from '../connection/rowReader.ts';
import { formerOf, historyValues, versionBytesOf, versionOf } from './historyRows.ts';
import { type HistoryStatements, historyStatements } from './historyStatements.ts';

/** What algorithms were, one row for each content. @param connection that of the records */
export function sqliteAlgoHistory(connection: Connection): AlgoHistory {
  const sql = historyStatements(connection);
  const read = reading(connection);
  const repeat = repeating(connection);
  return {
    /** Writes are committed in the order in which they come, those of records too. */
    isInOrder: true,
    holds: (ref) => read(() => isIntact(ref, sql.contentOf.get(ref))),
    async put({ former, content }) {
      const values = historyValues(former);
      const { ref, dateExpiration } = values;
      await connection.commit(() => {
        if (content !== null) sql.addContent.run({ ref, bytes: content });
        else if (sql.hasContent.get(ref) === undefined)
          throw new DamagedError({ place: 'contents', id: ref, field: 'bytes' }, 'is not there');
        if (sql.put.run(values).changes === 0) sql.endLater.run({ ref, dateExpiration });
      }, 'growth');
    },
    list: (id, onDamaged) => read(() => intact(sql.list.iterate(id), formerOf, { onDamaged })),
    find: (id, version) => read(() => orNull(sql.find.get({ id, version }), versionOf)),
    listEnded: (now, limit) => read(() => sql.listEnded.all({ now, limit }).map(endedOf)),
    async prolong({ ref, dateExpiration }, until) {
      await connection.commit(() => sql.prolong.run({ ref, dateExpiration, until }));
    },
    cut: (latest) => repeat(sql.cut, latest),
    async remove({ ref, dateExpiration }) {
      await connection.commit(() => sql.remove.run({ ref, dateExpiration }));
    },
    deleteByAlgo: (id) => repeat(sql.deleteByAlgo, id),
    deleteByOwner: (ownerId) => repeat(sql.deleteByOwner, ownerId),
    async keepVersions(ownerId, mostBytes = Number.POSITIVE_INFINITY) {
      let bytes = connection.read(() => versionBytesOf(sql.versionBytes.get(ownerId)));
      if (bytes <= mostBytes) return bytes;
      await inBatches(() => {
        const sizes = connection.write(() => removeFirst(sql, ownerId, bytes - mostBytes));
        bytes = sizes.reduce((left, size) => left - size, bytes);
        return sizes.length;
      });
      return bytes;
    },
    ...healthOf(connection),
  };
}

/** Whether a content is there and has the SHA-256 with which its reference ends: a damaged one is to be stored again. */
const isIntact = (ref: string, row: Row | undefined): boolean =>
  row?.['bytes'] instanceof Uint8Array && ref.endsWith(hash('sha256', row['bytes']));

/** Removes entries that have together at least these bytes, some of them at once. Their sizes. */
function removeFirst(sql: HistoryStatements, ownerId: number, bytes: number): readonly number[] {
  const sizes: number[] = [];
  let left = bytes;
  for (const { ref, contentBytes } of sql.versionsByEnd.all({ ownerId, limit: BATCH })) {
    if (left <= 0) break;
    sql.removeByRef.run(String(ref));
    sizes.push(Number(contentBytes));
    left -= Number(contentBytes);
  }
  return sizes;
}

const endedOf = ({ ref, algoId, dateExpiration }: Row) => ({
  ref: String(ref),
  id: Number(algoId),
  dateExpiration: Number(dateExpiration),
});
