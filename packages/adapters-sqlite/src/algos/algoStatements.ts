import type { Connection } from '../connection/connection.ts';
import { columnsOf } from '../schema/migrations.ts';

/** They follow from other columns, and are only searched for. */
const DERIVED = ['nomKey', 'words', 'dossierId'];
const ALL = columnsOf('algos');
const COLUMNS = ALL.filter((name) => !DERIVED.includes(name)).join(', ');
const RECORDS = `SELECT ${COLUMNS} FROM algos`;

/** The places without those of users who lose their right by these grants. Most records have no places. */
const placesByRight = (grants: string): string => `
  CASE WHEN places = '[]' OR NOT json_valid(places) THEN places ELSE (
    SELECT json_group_array(json(place.value)) FROM json_each(places) AS place
    WHERE place.value ->> '$.idUtilisateur' = ownerId OR place.value ->> '$.idUtilisateur' IN (
      SELECT given.value ->> '$.idUtilisateur' FROM json_each(${grants}) AS given)) END`;

/**
 * Sets these columns of a record of one version. It names no others, because SQLite writes each index and runs each trigger of a column
 * that is named.
 */
function updateSql(changed: readonly string[]): string {
  const set = changed.map((name) => `${name} = :${name}`);
  if (changed.includes('permsAlgorithme')) set.push(`places = ${placesByRight(':permsAlgorithme')}`);
  return `
    UPDATE algos SET ${[...set, 'version = version + 1'].join(', ')}
    WHERE id = :id AND version = :version
    RETURNING ${COLUMNS}`;
}

export function algoStatements(connection: Connection) {
  return {
    insert: connection.prepare(`
      INSERT INTO algos (${ALL.join(', ')}) SELECT ${ALL.map((name) => `:${name}`).join(', ')}
      WHERE NOT EXISTS (SELECT 1 FROM bin WHERE id = :id)`),
    findById: connection.prepare(`${RECORDS} WHERE id = ?`),
    // Of a record that the user cannot access, the grants are not read.
    findByIdFor: connection.prepare(`${RECORDS} WHERE id = :id
      AND (ownerId = :userId OR EXISTS (SELECT 1 FROM access WHERE userId = :userId AND algoId = :id))`),
    findByRef: connection.prepare(`${RECORDS} WHERE ref = ?`),
    /** There are few, because a service changes few sets of fields. */
    updateOf: (changed: readonly string[]) => connection.prepareOnce(updateSql(changed)),
    bytesOfShares: connection.prepare(`
      SELECT octet_length(coalesce(:permsAlgorithme, permsAlgorithme)) + octet_length(coalesce(:waiting, waiting))
        - octet_length(permsAlgorithme) - octet_length(waiting) AS growth FROM algos WHERE id = :id`),
    delete: connection.prepare('DELETE FROM algos WHERE id = :id AND (:version IS NULL OR version = :version)'),
    placesOf: connection.prepare(`SELECT id, ownerId, places FROM algos WHERE id = :id
      AND (ownerId = :userId OR EXISTS (SELECT 1 FROM access WHERE userId = :userId AND algoId = :id))`),
    setPlaces: connection.prepare('UPDATE algos SET places = :places, dossierId = :dossierId WHERE id = :id'),
    existing: connection.prepare('SELECT id FROM algos WHERE id IN (SELECT value FROM json_each(?))'),
    refOf: connection.prepare('SELECT ref FROM algos WHERE id = ?'),
    listAll: connection.prepare(`${RECORDS} WHERE id > ? ORDER BY id`),
    listWaiting: connection.prepare(`
      ${RECORDS} WHERE id IN (SELECT algoId FROM waitingShares WHERE mailbox = :mailbox AND algoId > :after) ORDER BY id`),
    listSharesDue: connection.prepare(`
      ${RECORDS} WHERE id IN (
        SELECT algoId FROM sharesDue WHERE (due < :endsBefore OR due > :endsAfter) AND algoId > :after) ORDER BY id`),
    usage: connection.prepare('SELECT ownerId, algos, bytes FROM usage WHERE ownerId = ?'),
  };
}

export type AlgoStatements = ReturnType<typeof algoStatements>;
