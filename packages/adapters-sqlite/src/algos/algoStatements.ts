import { BATCH } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { ALGO_COLUMNS } from './algoRows.ts';

const COLUMNS = ALGO_COLUMNS.join(', ');
const RECORDS = `SELECT ${COLUMNS} FROM algos`;

/** The statements of the algorithm repository, parsed once. */
export function algoStatements(connection: Connection) {
  return {
    insert: connection.prepare(`
      INSERT INTO algos (${COLUMNS})
      VALUES (:id, :nom, :dateCreation, :dateModification, :ownerId, :permsAlgorithme, :version, :ref, :contentBytes)`),
    findById: connection.prepare(`${RECORDS} WHERE id = ?`),
    findByRef: connection.prepare(`${RECORDS} WHERE ref = ?`),
    compareAndSet: connection.prepare(`
      UPDATE algos SET
        nom = coalesce(:nom, nom),
        ref = coalesce(:ref, ref),
        contentBytes = coalesce(:contentBytes, contentBytes),
        dateModification = coalesce(:dateModification, dateModification),
        permsAlgorithme = coalesce(:permsAlgorithme, permsAlgorithme),
        version = version + 1
      WHERE id = :id AND version = :version
      RETURNING ${COLUMNS}`),
    delete: connection.prepare('DELETE FROM algos WHERE id = :id AND (:version IS NULL OR version = :version)'),
    refOf: connection.prepare('SELECT ref FROM algos WHERE id = ?'),
    listByOwner: connection.prepare(`${RECORDS} WHERE ownerId = ? ORDER BY id`),
    usage: connection.prepare('SELECT ownerId, algos, bytes FROM usage WHERE ownerId = ?'),
    listOwn: connection.prepare(listOwn('permsAlgorithme')),
    listCommon: connection.prepare(listCommon('permsAlgorithme')),
    ownedShort: connection.prepare(`
      SELECT id, nom, dateCreation, dateModification, ${SHORT_GRANTS} FROM algos
      WHERE ownerId = :seenBy AND id > :after ORDER BY id LIMIT :limit`),
    sharedWith: connection.prepare(`
      SELECT id, nom, dateCreation, dateModification, ownerId, droits FROM access CROSS JOIN algos ON algos.id = algoId
      WHERE userId = :seenBy AND algoId > :after AND ownerId <> :seenBy ORDER BY algoId LIMIT :limit`),
    listCommonShort: connection.prepare(listCommon(SHORT_GRANTS)),
    listNaming: connection.prepare(`
      SELECT id, permsAlgorithme, version FROM algos WHERE id IN (
        SELECT algoId FROM access WHERE userId = :userId AND algoId > :after ORDER BY algoId LIMIT ${BATCH}
      ) ORDER BY id`),
    setGrants: connection.prepare('UPDATE algos SET permsAlgorithme = ?, version = version + 1 WHERE id = ?'),
  };
}

/*
 * Both lists merge index ranges that are in the order of ids already, and stop at the limit. CROSS JOIN keeps
 * SQLite from reversing a join: it must go from the grants of a user, of which there are few, to the records. A
 * record is returned as `seenBy` sees it: with all grants for the owner, with the user's own right for everybody
 * else. Other columns are not read: a thousand grants fill pages of their own, with `version` and `ref` after them.
 */

const views = (grants: string) => `
  SELECT id, nom, dateCreation, dateModification, ownerId,
    CASE WHEN ownerId = :seenBy THEN ${grants} END AS permsAlgorithme,
    CASE WHEN ownerId <> :seenBy THEN (SELECT droits FROM access WHERE userId = :seenBy AND algoId = id) END AS droits
  FROM ids CROSS JOIN algos USING (id) ORDER BY id`;

/** Grants of more bytes than this are NULL in the short lists, and are not read: a whole page is in memory at once. */
const SHORT_GRANTS = 'iif(octet_length(permsAlgorithme) <= 256, permsAlgorithme, NULL)';

/** Algorithms that a user can access, for that user. */
const listOwn = (grants: string) => `
  WITH ids AS (
    SELECT id FROM algos WHERE ownerId = :seenBy AND id > :after
    UNION
    SELECT algoId FROM access WHERE userId = :seenBy AND algoId > :after
    ORDER BY 1 LIMIT :limit
  ) ${views(grants)}`;

/** Algorithms that two users can access: one owns it and the other has a grant, or both have grants. */
const listCommon = (grants: string) => `
  WITH ids AS (
    SELECT algoId AS id FROM access CROSS JOIN algos ON algos.id = algoId
    WHERE userId = :seenBy AND algoId > :after AND ownerId = :by
    UNION
    SELECT algoId FROM access CROSS JOIN algos ON algos.id = algoId
    WHERE userId = :by AND algoId > :after AND ownerId = :seenBy
    UNION
    SELECT algoId FROM access AS one
    WHERE userId = :by AND algoId > :after
      AND EXISTS (SELECT 1 FROM access AS other WHERE other.userId = :seenBy AND other.algoId = one.algoId)
    ORDER BY 1 LIMIT :limit
  ) ${views(grants)}`;
