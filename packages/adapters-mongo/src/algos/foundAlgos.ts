import {
  type AlgoEntry,
  type AlgoPosition,
  type AlgoSide,
  type ConditionQuery,
  impossibleInRow,
  intact,
  type OnDamaged,
  type Walked,
  type WalkQuery,
} from '@algotheque/domain';
import type { Db, Document, Filter } from 'mongodb';
import { type AlgoDocument, collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

const KEYS = { nom: 'nomKey', dateCreation: 'dateCreation', dateModification: 'dateModification' } as const;

/** Comes behind every word that begins in the same way: the last code point of Unicode. */
const LAST_CHARACTER = '\u{10ffff}';

/** The index by place. MongoDB would choose one by grant, and read all that is shared with the user. */
const PLACES = 'places_1__id_1';

type IndexedAlgo = { readonly _id: number } & Readonly<Record<string, unknown>>;

/** The records of one side, along the index that has them in this order. */
export async function walked(db: Db, query: WalkQuery, onDamaged?: OnDamaged): Promise<Walked> {
  const { userId, order, limit } = query;
  const ranges = await Promise.all(walkCursors(db, query).map((cursor) => cursor.toArray()));
  const found = ranges.flat().slice(0, limit + 1);
  const looked = found.slice(0, limit);
  const entries = intact(looked, (document) => entryOf(document, userId), { onDamaged });
  return { entries, last: found.length > limit ? positionOf(looked.at(-1), KEYS[order.by]) : null };
}

/**
 * Ranges of the index, one behind the other; of each one record more than the limit, which shows whether more follow. Behind a position
 * there are two: the rest of its key, and the keys behind. Not all servers go along an index for both in one query.
 */
export function walkCursors(db: Db, { userId, side, order, after, limit }: WalkQuery) {
  const key = KEYS[order.by];
  const [operator, direction] = order.descending ? (['$lt', -1] as const) : (['$gt', 1] as const);
  const behind = after && [{ [key]: after.key, _id: { [operator]: after.id } }, { [key]: { [operator]: after.key } }];
  return (behind ?? [{}]).map((range) =>
    collection(db, 'algos').find<IndexedAlgo>(
      { ...sideOf(side, userId), ...range },
      {
        sort: { [key]: direction, _id: direction },
        limit: limit + 1,
        batchSize: limit + 1,
        projection: { ...entryFields(userId), [key]: 1 },
      },
    ),
  );
}

const sideOf = (side: AlgoSide, userId: number): Filter<AlgoDocument> =>
  side === 'owned' ? { ownerId: userId } : { 'permsAlgorithme.idUtilisateur': userId };

/** Null after a damaged key, which no position can name: the list ends there. */
function positionOf(document: IndexedAlgo | undefined, name: string): AlgoPosition | null {
  const key = document?.[name];
  return document !== undefined && (typeof key === 'string' || typeof key === 'number')
    ? { key, id: document._id }
    : null;
}

/** The ids of records that satisfy the condition, read from an index alone. */
export async function idsWhere(db: Db, query: ConditionQuery): Promise<readonly number[]> {
  return (await idsCursor(db, query).toArray()).map(({ _id }) => _id);
}

export function idsCursor(db: Db, { userId, side, where, limit }: ConditionQuery) {
  const isByPlace = side === 'shared' && 'dossierId' in where;
  return collection(db, 'algos').find<{ readonly _id: number }>(
    { ...sideOf(side, userId), ...conditionOf(where, { userId, side }) },
    { limit, batchSize: limit, projection: { _id: 1 }, ...(isByPlace && { hint: PLACES }) },
  );
}

function conditionOf(
  where: ConditionQuery['where'],
  { userId, side }: Pick<ConditionQuery, 'userId' | 'side'>,
): Filter<AlgoDocument> {
  if ('word' in where) return { words: { $elemMatch: { $gte: where.word, $lt: where.word + LAST_CHARACTER } } };
  if ('modifiedSince' in where) return { dateModification: { $gte: where.modifiedSince } };
  if (!('dossierId' in where)) return {};
  if (side === 'owned') return { dossierId: where.dossierId };
  return { places: { idUtilisateur: userId, dossierId: where.dossierId } }; // as it is written, field by field
}

export async function entriesOf(
  db: Db,
  { userId, ids }: { readonly userId: number; readonly ids: readonly number[] },
  onDamaged?: OnDamaged,
): Promise<readonly AlgoEntry[]> {
  const sides = [sideOf('owned', userId), sideOf('shared', userId)];
  const found = await collection(db, 'algos')
    .find<IndexedAlgo>({ _id: { $in: [...ids] }, $or: sides }, { projection: entryFields(userId) })
    .toArray();
  return intact(found, (document) => entryOf(document, userId), { onDamaged });
}

export async function countByFolder(db: Db, userId: number): Promise<ReadonlyMap<number | null, number>> {
  const algos = collection(db, 'algos');
  const count = { $group: { _id: '$dossierId', algos: { $sum: 1 } } };
  const own = { $first: { $map: { input: ofUser('places', userId), in: '$$this.dossierId' } } };
  const [owned, shared] = await Promise.all([
    algos.aggregate([{ $match: { ownerId: userId } }, { $project: { _id: 0, dossierId: 1 } }, count]).toArray(),
    algos
      .aggregate([
        { $match: { 'permsAlgorithme.idUtilisateur': userId } },
        { $project: { _id: 0, dossierId: own } },
        count,
      ])
      .toArray(),
  ]);
  const counts = new Map<number | null, number>();
  for (const { _id, algos: number } of [...owned, ...shared]) {
    const folder: number | null = _id ?? null; // a missing field is null too
    counts.set(folder, (counts.get(folder) ?? 0) + Number(number));
  }
  return counts;
}

/** The elements of a list that are about the user. A value that is no list has none. */
const ofUser = (list: string, userId: number): Document => ({
  $filter: {
    input: { $cond: [{ $isArray: `$${list}` }, `$${list}`, []] },
    cond: { $eq: ['$$this.idUtilisateur', userId] },
  },
});

/** Of grants and places only those of the user: others may have a thousand. */
const entryFields = (userId: number): Document => ({
  nom: 1,
  dateCreation: 1,
  dateModification: 1,
  ownerId: 1,
  version: 1,
  permsAlgorithme: ofUser('permsAlgorithme', userId),
  places: ofUser('places', userId),
});

function entryOf(document: IndexedAlgo, userId: number): AlgoEntry {
  const fields = fieldsOf('algos', document);
  const ownerId = fields.integer('ownerId');
  const right = () => fields.list('permsAlgorithme')[0] ?? fields.embedded('permsAlgorithme.0'); // refused if there is none
  const entry: AlgoEntry = {
    id: fields.integer('_id'),
    nom: fields.text('nom'),
    dateCreation: fields.number('dateCreation'),
    dateModification: fields.number('dateModification'),
    ownerId,
    droits: ownerId === userId ? 'Owner' : right().oneOf('droits', ['ReadWrite', 'Read']),
    version: fields.integer('version'),
    dossierId: fields.list('places')[0]?.integer('dossierId') ?? null,
  };
  return fields.possible(entry, impossibleInRow);
}

/** Sets the folder of the user in one step, so that places which others set at the same time stay. */
export function placing(userId: number, dossierId: number | null): Document[] {
  const places = { $cond: [{ $isArray: '$places' }, '$places', []] };
  const others = { $filter: { input: places, cond: { $ne: ['$$this.idUtilisateur', userId] } } };
  const place = dossierId === null ? [] : [{ idUtilisateur: userId, dossierId }];
  return [
    {
      $set: {
        places: { $concatArrays: [others, { $literal: place }] },
        dossierId: { $cond: [{ $eq: ['$ownerId', userId] }, { $literal: dossierId }, '$dossierId'] },
      },
    },
  ];
}
