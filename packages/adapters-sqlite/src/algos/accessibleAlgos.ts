import {
  type AccessibleQuery,
  type AlgoPage,
  type AlgoRow,
  type OnDamaged,
  pageOf,
  readListed,
  viewBytes,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { algoRowOf, ownedRow, sharedRow } from './algoRows.ts';

/** The rows of a page, as parameters of a statement: those need a type, not an interface. */
type Range = { readonly seenBy: number; readonly after: number; readonly limit: number };

/**
 * Pages of the algorithms that users can access. The rows of a page are read at once, but for lists of grants that are not short: each is
 * read when the page comes to its row.
 */
export function accessiblePages(connection: Connection): (query: AccessibleQuery, onDamaged?: OnDamaged) => AlgoPage {
  const sql = listStatements(connection);
  /** What a user can access, for that user: two ranges, because with most users nothing is shared. */
  const own = (range: Range): Row[] => {
    const owned = sql.owned.allValues(range).map((values) => ownedRow(values, range.seenBy));
    const shared = sql.sharedWith.allValues(range).map(sharedRow);
    if (shared.length === 0) return owned;
    const both = [...owned, ...shared].sort((one, other) => Number(one['id']) - Number(other['id']));
    return both.slice(0, range.limit);
  };
  const read = (row: Row, seenBy: number) => {
    if (row['permsAlgorithme'] !== null || row['ownerId'] !== seenBy) return algoRowOf(row);
    const grants = sql.grantsOf.get(Number(row['id']));
    // Another process may have deleted it meanwhile.
    return grants === undefined
      ? { id: Number(row['id']), isLeftOut: true as const }
      : algoRowOf({ ...row, ...grants });
  };
  return ({ by, seenBy, after = 0, ...bounds }, onDamaged) => {
    const range = { seenBy, after, limit: bounds.limit + 1 };
    const rows = by === seenBy ? own(range) : sql.common.all({ by, ...range });
    return pageOf<AlgoRow>(
      readListed(rows, (row) => read(row, seenBy), onDamaged),
      bounds,
      viewBytes,
    );
  };
}

/** Grants of more bytes than this are NULL in lists: a whole page is in memory at once. */
const SHORT_GRANTS = 'iif(octet_length(permsAlgorithme) <= 256, permsAlgorithme, NULL)';

/*
 * Index ranges that are in the order of ids. CROSS JOIN keeps SQLite from reversing a join: it must go from the grants of a user, of
 * which there are few, to the records. A record is returned as `seenBy` sees it: with all grants for the owner, with the user's own right
 * for everybody else. Other columns are not read. `version` is behind the grants, and a thousand of these fill pages of their own: SQLite
 * passes over those pages without decoding them.
 */
function listStatements(connection: Connection) {
  return {
    grantsOf: connection.prepare('SELECT permsAlgorithme FROM algos WHERE id = ?'),
    owned: connection.prepare(`
      SELECT id, nom, dateCreation, dateModification, version, ${SHORT_GRANTS} FROM algos
      WHERE ownerId = :seenBy AND id > :after ORDER BY id LIMIT :limit`),
    sharedWith: connection.prepare(`
      SELECT id, nom, algos.dateCreation, algos.dateModification, ownerId, version, droits FROM access CROSS JOIN algos ON algos.id = algoId
      WHERE userId = :seenBy AND algoId > :after AND ownerId <> :seenBy ORDER BY algoId LIMIT :limit`),
    common: connection.prepare(COMMON),
  };
}

/** Algorithms that two users can access: one owns it and the other has a grant, or both have grants. */
const COMMON = `
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
  )
  SELECT id, nom, dateCreation, dateModification, ownerId, version,
    CASE WHEN ownerId = :seenBy THEN ${SHORT_GRANTS} END AS permsAlgorithme,
    CASE WHEN ownerId <> :seenBy THEN (SELECT droits FROM access WHERE userId = :seenBy AND algoId = id) END AS droits
  FROM ids CROSS JOIN algos USING (id) ORDER BY id`;
