import { BATCH } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { ADD_CONTENT } from '../content/unwrittenRows.ts';
import { CONTENT_OF_FORMER, FORMER_COLUMNS } from './historyRows.ts';

const FORMER = FORMER_COLUMNS.join(', ');
const OTHERS = FORMER_COLUMNS.filter((column) => column !== 'ref');

const inBatch = (where: string): string =>
  `DELETE FROM history WHERE ref IN (SELECT ref FROM history WHERE ${where} LIMIT ${BATCH})`;

/** The statements of the history, parsed once. */
export function historyStatements(connection: Connection) {
  return {
    hasContent: connection.prepare('SELECT 1 FROM contents WHERE ref = ?'),
    contentOf: connection.prepare('SELECT bytes FROM contents WHERE ref = ?'),
    addContent: connection.prepare(ADD_CONTENT),
    put: connection.prepare(`
      INSERT INTO history (${FORMER}) VALUES (${FORMER_COLUMNS.map((column) => `:${column}`).join(', ')})
      ON CONFLICT (ref) DO UPDATE SET ${OTHERS.map((column) => `${column} = excluded.${column}`).join(', ')}
      WHERE excluded.version > version`),
    endLater: connection.prepare(`
      UPDATE history SET dateExpiration = :dateExpiration WHERE ref = :ref AND dateExpiration < :dateExpiration`),
    list: connection.prepare(`SELECT ${FORMER} FROM history WHERE algoId = ? ORDER BY version DESC`),
    find: connection.prepare(`
      SELECT ${FORMER}, ${CONTENT_OF_FORMER} FROM history WHERE algoId = :id AND version = :version`),
    listEnded: connection.prepare(`
      SELECT ref, algoId, dateExpiration FROM history WHERE dateExpiration <= :now ORDER BY dateExpiration LIMIT :limit`),
    prolong: connection.prepare(`
      UPDATE history SET dateExpiration = :until WHERE ref = :ref AND dateExpiration = :dateExpiration`),
    cut: connection.prepare(`
      UPDATE history SET dateExpiration = ?1 WHERE ref IN (SELECT ref FROM history WHERE dateExpiration > ?1 LIMIT ${BATCH})`),
    remove: connection.prepare('DELETE FROM history WHERE ref = :ref AND dateExpiration = :dateExpiration'),
    deleteByAlgo: connection.prepare(inBatch('algoId = ?')),
    deleteByOwner: connection.prepare(inBatch('ownerId = ?')),
    versionBytes: connection.prepare('SELECT ownerId, bytes FROM versionBytes WHERE ownerId = ?'),
    versionsByEnd: connection.prepare(`
      SELECT ref, contentBytes FROM history WHERE ownerId = :ownerId ORDER BY dateExpiration LIMIT :limit`),
    removeByRef: connection.prepare('DELETE FROM history WHERE ref = ?'),
  };
}

export type HistoryStatements = ReturnType<typeof historyStatements>;
