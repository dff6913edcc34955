import {
  type AlgoCondition,
  type AlgoOrder,
  type AlgoPosition,
  type AlgoSearch,
  type AlgoSide,
  intact,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { reading } from '../connection/port.ts';
import type { Row } from '../connection/rowReader.ts';
import { entryOf } from './algoRows.ts';

/** Comes behind every text, integer and id in SQLite's order of types. */
const BEHIND_ALL = new Uint8Array();
/** Comes behind every word that begins in the same way: the last code point of Unicode. */
const LAST_CHARACTER = '\u{10ffff}';

const KEYS: Readonly<Record<AlgoOrder['by'], string>> = {
  nom: 'nomKey',
  dateCreation: 'dateCreation',
  dateModification: 'dateModification',
};

/** The algorithms that a user owns, and those that others share with the user, by what lists are sorted and searched by. */
export function foundAlgos(connection: Connection): AlgoSearch {
  const read = reading(connection);
  const statement = (sql: string) => connection.prepareOnce(sql);
  return {
    walk: ({ userId, side, order, after, limit }, onDamaged) =>
      read(() => {
        const { key, id } = after ?? beginning(order);
        const found = statement(walkSql(side, order)).all({ userId, key, id, limit: limit + 1 });
        const rows = found.slice(0, limit);
        const entries = intact(rows, (row) => entryOf(row, userId), { onDamaged });
        return { entries, last: found.length > limit ? positionOf(rows.at(-1)) : null };
      }),
    idsWhere: ({ userId, side, where, limit }) =>
      read(() => {
        const { sql, values } = conditionSql(side, where);
        const rows = statement(`${sql} LIMIT :limit`).all({ userId, limit, ...values });
        return rows.map(({ id }) => Number(id));
      }),
    entriesOf: (userId, ids, onDamaged) =>
      read(() => {
        const rows = statement(ENTRIES).all({ userId, ids: JSON.stringify(ids) });
        return intact(rows, (row) => entryOf(row, userId), { onDamaged });
      }),
    countByFolder: (userId) => read(() => foldersOf(statement(COUNTS).all({ userId }))),
  };
}

function foldersOf(rows: readonly Row[]): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { dossierId, algos } of rows) {
    const folder = dossierId === null ? null : Number(dossierId);
    counts.set(folder, (counts.get(folder) ?? 0) + Number(algos));
  }
  return counts;
}

const beginning = ({ by, descending }: AlgoOrder) =>
  descending ? { key: BEHIND_ALL, id: 0 } : { key: by === 'nom' ? '' : 0, id: 0 };

/** Null after a damaged key, which no position can name: the list ends there. */
function positionOf(row: Row | undefined): AlgoPosition | null {
  const key = row?.['key'];
  return typeof key === 'string' || typeof key === 'number' ? { key, id: Number(row?.['id']) } : null;
}

const FIELDS = 'algos.id, nom, algos.dateCreation, algos.dateModification, ownerId, version';
const OWNED_FIELDS = `${FIELDS}, NULL AS droits, algos.dossierId`;
const SHARED_FIELDS = `${FIELDS}, droits, access.dossierId`;

/** Goes along an index that has the records in this order. CROSS JOIN keeps SQLite from beginning with the records. */
function walkSql(side: AlgoSide, { by, descending }: AlgoOrder): string {
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const [table, id] = side === 'owned' ? ['algos', 'id'] : ['access', 'algoId'];
  const key = `${table}.${KEYS[by]}`;
  const source = side === 'owned' ? 'algos' : 'access CROSS JOIN algos ON algos.id = algoId';
  return `
    SELECT ${side === 'owned' ? OWNED_FIELDS : SHARED_FIELDS}, ${key} AS key FROM ${source}
    WHERE ${side === 'owned' ? 'ownerId' : 'userId'} = :userId AND (${key}, ${table}.${id}) ${sign} (:key, :id)
    ORDER BY ${key} ${direction}, ${table}.${id} ${direction} LIMIT :limit`;
}

function conditionSql(side: AlgoSide, where: AlgoCondition) {
  const ids = side === 'owned' ? 'SELECT id FROM algos WHERE ownerId' : 'SELECT algoId AS id FROM access WHERE userId';
  if ('word' in where) {
    const sql = 'SELECT DISTINCT algoId AS id FROM nameWords WHERE ownerId = :userId AND word >= :word AND word < :end';
    return { sql, values: { word: where.word, end: where.word + LAST_CHARACTER } };
  }
  if ('dossierId' in where) {
    return { sql: `${ids} = :userId AND dossierId = :dossierId`, values: { dossierId: where.dossierId } };
  }
  if ('modifiedSince' in where) {
    return { sql: `${ids} = :userId AND dateModification >= :since`, values: { since: where.modifiedSince } };
  }
  return { sql: `${ids} = :userId`, values: {} };
}

const ENTRIES = `
  SELECT ${FIELDS}, droits, iif(ownerId = :userId, algos.dossierId, access.dossierId) AS dossierId
  FROM json_each(:ids) CROSS JOIN algos ON algos.id = json_each.value
  LEFT JOIN access ON userId = :userId AND algoId = algos.id
  WHERE ownerId = :userId OR userId IS NOT NULL`;

/** Owned and shared ones apart: a folder may be in both. */
const COUNTS = `
  SELECT dossierId, count(*) AS algos FROM algos WHERE ownerId = :userId GROUP BY dossierId
  UNION ALL SELECT dossierId, count(*) FROM access WHERE userId = :userId GROUP BY dossierId`;
