import type { SQLInputValue } from 'node:sqlite';
import { type FormerAlgo, impossibleInFormer } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';
import { sourceFields, sourceValues } from './sourceRows.ts';

const column = new ColumnReader('history', 'ref');

export function formerOf(row: Row): FormerAlgo {
  const former: FormerAlgo = {
    ...sourceFields(row, column, 'algoId'),
    dateExpiration: column.integer(row, 'dateExpiration'),
  };
  return column.possible(row, former, (read) => {
    const name = impossibleInFormer(read);
    return name === 'id' ? 'algoId' : name;
  });
}

const sum = new ColumnReader('versionBytes', 'ownerId');

/** No row: no versions. @throws DamagedError */
export const versionBytesOf = (row: Row | undefined): number => (row === undefined ? 0 : sum.integer(row, 'bytes'));

export function historyValues(former: FormerAlgo) {
  return {
    algoId: former.id,
    ...sourceValues(former),
    dateExpiration: former.dateExpiration,
  } satisfies Record<string, SQLInputValue>;
}

const FORMER = columnsOf('history').join(', ');
const OTHERS = columnsOf('history').filter((column) => column !== 'ref');
const KEYS = 'SELECT ref, algoId, dateExpiration, contentBytes FROM history';

export function historyStatements(connection: Connection) {
  return {
    put: connection.prepare(`
      ${insertInto('history')}
      ON CONFLICT (ref) DO UPDATE SET ${OTHERS.map((column) => `${column} = excluded.${column}`).join(', ')}
      WHERE excluded.version > version`),
    endLater: connection.prepare(`
      UPDATE history SET dateExpiration = :dateExpiration WHERE ref = :ref AND dateExpiration < :dateExpiration`),
    list: connection.prepare(`SELECT ${FORMER} FROM history WHERE algoId = ? ORDER BY version DESC`),
    find: connection.prepare(`SELECT ${FORMER} FROM history WHERE algoId = :id AND version = :version`),
    idOf: connection.prepare('SELECT ref, algoId FROM history WHERE ref = ?'),
    existing: connection.prepare('SELECT ref FROM history WHERE ref IN (SELECT value FROM json_each(?))'),
    listEnded: connection.prepare(`
      SELECT ref, algoId, dateExpiration FROM history WHERE dateExpiration <= :now ORDER BY dateExpiration LIMIT :limit`),
    keysOfAlgo: connection.prepare(`${KEYS} WHERE algoId = :id ORDER BY dateExpiration LIMIT :limit`),
    keysOfOwner: connection.prepare(`${KEYS} WHERE ownerId = :ownerId ORDER BY dateExpiration LIMIT :limit`),
    bytesOf: connection.prepare('SELECT ownerId, bytes FROM versionBytes WHERE ownerId = ?'),
    prolong: connection.prepare(`
      UPDATE history SET dateExpiration = :until WHERE ref = :ref AND dateExpiration = :dateExpiration`),
    remove: connection.prepare('DELETE FROM history WHERE ref = :ref AND dateExpiration = :dateExpiration'),
  };
}

export type HistoryStatements = ReturnType<typeof historyStatements>;
