import {
  type AccessibleQuery,
  type AlgoPage,
  type AlgoRow,
  DamagedError,
  listed,
  type OnDamaged,
  pageOf,
  viewBytes,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { algoRowOf, ownedRow, sharedRow } from './algoRows.ts';

/** The rows of a page, as parameters of a statement: those need a type, not an interface. */
type Range = { readonly seenBy: number; readonly after: number; readonly limit: number };

/**
 * Pages of the algorithms that users can access. All rows of a page are read at once if their grants are short; otherwise, and
 * where a row is damaged, they are read one by one until the page is full.
 */
export function accessiblePages(connection: Connection): (query: AccessibleQuery, onDamaged?: OnDamaged) => AlgoPage {
  const sql = listStatements(connection);

  /** What a user can access, for that user: two ranges, because with most users nothing is shared. */
  const shortOwn = (range: Range): Row[] => {
    const owned = sql.ownedShort.allValues(range).map((values) => ownedRow(values, range.seenBy));
    const shared = sql.sharedWith.allValues(range).map(sharedRow);
    if (shared.length === 0) return owned;
    const both = [...owned, ...shared].sort((one, other) => Number(one['id']) - Number(other['id']));
    return both.slice(0, range.limit);
  };

  return ({ by, seenBy, after = 0, ...bounds }, onDamaged) => {
    const range = { seenBy, after, limit: bounds.limit + 1 };
    const isOwn = by === seenBy;
    const views = shortViews(isOwn ? shortOwn(range) : sql.commonShort.all({ by, ...range }));
    if (views !== null) return pageOf(views, bounds, viewBytes);
    const rows = isOwn ? sql.own.iterate(range) : sql.common.iterate({ by, ...range });
    return pageOf(listed(rows, algoRowOf, onDamaged), bounds, viewBytes);
  };
}

/** The records of rows, or null when one is damaged or has grants that were not read. */
function shortViews(rows: readonly Row[]): readonly AlgoRow[] | null {
  try {
    return rows.map(algoRowOf);
  } catch (error) {
    if (error instanceof DamagedError) return null;
    throw error;
  }
}

function listStatements(connection: Connection) {
  return {
    own: connection.prepare(LIST_OWN),
    common: connection.prepare(listCommon('permsAlgorithme')),
    commonShort: connection.prepare(listCommon(SHORT_GRANTS)),
    ownedShort: connection.prepare(`
      SELECT id, nom, dateCreation, dateModification, version, ${SHORT_GRANTS} FROM algos
      WHERE ownerId = :seenBy AND id > :after ORDER BY id LIMIT :limit`),
    sharedWith: connection.prepare(`
      SELECT id, nom, algos.dateCreation, algos.dateModification, ownerId, version, droits FROM access CROSS JOIN algos ON algos.id = algoId
      WHERE userId = :seenBy AND algoId > :after AND ownerId <> :seenBy ORDER BY algoId LIMIT :limit`),
  };
}

/*
 * Both lists merge index ranges that are in the order of ids already, and stop at the limit. CROSS JOIN keeps
 * SQLite from reversing a join: it must go from the grants of a user, of which there are few, to the records. A
 * record is returned as `seenBy` sees it: with all grants for the owner, with the user's own right for everybody
 * else. Other columns are not read. `version` is behind the grants, and a thousand of these fill pages of their own: SQLite
 * passes over those pages without decoding them.
 */

const views = (grants: string) => `
  SELECT id, nom, dateCreation, dateModification, ownerId, version,
    CASE WHEN ownerId = :seenBy THEN ${grants} END AS permsAlgorithme,
    CASE WHEN ownerId <> :seenBy THEN (SELECT droits FROM access WHERE userId = :seenBy AND algoId = id) END AS droits
  FROM ids CROSS JOIN algos USING (id) ORDER BY id`;

/** Grants of more bytes than this are NULL in the short lists, and are not read: a whole page is in memory at once. */
const SHORT_GRANTS = 'iif(octet_length(permsAlgorithme) <= 256, permsAlgorithme, NULL)';

/** Algorithms that a user can access, for that user. */
const LIST_OWN = `
  WITH ids AS (
    SELECT id FROM algos WHERE ownerId = :seenBy AND id > :after
    UNION
    SELECT algoId FROM access WHERE userId = :seenBy AND algoId > :after
    ORDER BY 1 LIMIT :limit
  ) ${views('permsAlgorithme')}`;

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
