import { BATCH } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { FORMER_COLUMNS, HISTORY_COLUMNS } from './historyRows.ts';

const FORMER = FORMER_COLUMNS.join(', ');
const ENTRY = HISTORY_COLUMNS.join(', ');
const OTHERS = HISTORY_COLUMNS.filter((column) => column !== 'ref' && column !== 'dateExpiration');

const inBatch = (where: string): string =>
  `DELETE FROM history WHERE ref IN (SELECT ref FROM history WHERE ${where} LIMIT ${BATCH})`;

/** The statements of the history, parsed once. */
export function historyStatements(connection: Connection) {
  return {
    insert: connection.prepare(`
      INSERT INTO history (${ENTRY}) VALUES (${HISTORY_COLUMNS.map((column) => `:${column}`).join(', ')})
      ON CONFLICT (ref) DO NOTHING`),
    replace: connection.prepare(`
      UPDATE history SET ${OTHERS.map((column) => `${column} = :${column}`).join(', ')},
        dateExpiration = max(:dateExpiration, iif(dateSuppression IS NULL, 0, dateExpiration + 1))
      WHERE ref = :ref AND (:version > version OR (:version = version AND :dateSuppression IS NOT NULL))
      RETURNING dateExpiration`),
    endLater: connection.prepare(`
      UPDATE history SET dateExpiration = max(:dateExpiration, dateExpiration + (dateSuppression IS NOT NULL))
      WHERE ref = :ref RETURNING dateExpiration`),
    keepHighest: connection.prepare(`
      DELETE FROM history WHERE algoId = :algoId AND version <= (
        SELECT version FROM history WHERE algoId = :algoId ORDER BY version DESC LIMIT 1 OFFSET :most)`),
    list: connection.prepare(`SELECT ${FORMER} FROM history WHERE algoId = ? ORDER BY version DESC`),
    find: connection.prepare(`SELECT ${ENTRY} FROM history WHERE algoId = :id AND version = :version`),
    findHighest: connection.prepare(`SELECT ${ENTRY} FROM history WHERE algoId = ? ORDER BY version DESC LIMIT 1`),
    listDeleted: connection.prepare(`
      SELECT ${FORMER} FROM history AS one
      WHERE ownerId = :ownerId AND dateSuppression IS NOT NULL AND (dateSuppression, algoId) < (:date, :id)
        AND NOT EXISTS (SELECT 1 FROM history AS later WHERE later.algoId = one.algoId AND later.version > one.version)
      ORDER BY dateSuppression DESC, algoId DESC`),
    listEnded: connection.prepare(`
      SELECT ref, algoId, dateExpiration FROM history WHERE dateExpiration <= :now ORDER BY dateExpiration LIMIT :limit`),
    prolong: connection.prepare(`
      UPDATE history SET dateExpiration = :until, dateSuppression = NULL, permsAlgorithme = '[]', places = '[]'
      WHERE ref = :ref AND dateExpiration = :dateExpiration`),
    cut: connection.prepare(`
      UPDATE history SET dateExpiration = ?1 WHERE ref IN (SELECT ref FROM history WHERE dateExpiration > ?1 LIMIT ${BATCH})`),
    remove: connection.prepare('DELETE FROM history WHERE ref = :ref AND dateExpiration = :dateExpiration'),
    deleteByAlgo: connection.prepare(inBatch('algoId = ?')),
    deleteByOwner: ['IS NULL', 'IS NOT NULL'].map((is) =>
      connection.prepare(inBatch(`ownerId = ? AND dateSuppression ${is}`)),
    ),
    dropGrants: connection.prepare(`
      UPDATE history SET permsAlgorithme = '[]', places = (
        SELECT json_group_array(json(place.value)) FROM json_each(iif(json_valid(places), places, '[]')) AS place
        WHERE place.value ->> '$.idUtilisateur' = ownerId)
      WHERE ref IN (
        SELECT ref FROM history WHERE ownerId = ? AND dateSuppression IS NOT NULL AND permsAlgorithme <> '[]' LIMIT ${BATCH})`),
    versionBytes: connection.prepare('SELECT ownerId, bytes FROM versionBytes WHERE ownerId = ?'),
    versionsByEnd: connection.prepare(`
      SELECT ref, contentBytes FROM history
      WHERE ownerId = :ownerId AND dateSuppression IS NULL ORDER BY dateExpiration LIMIT :limit`),
    removeByRef: connection.prepare('DELETE FROM history WHERE ref = ?'),
  };
}
