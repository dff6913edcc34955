import {
  type AlgoCondition,
  type AlgoEntry,
  type AlgoPlace,
  type Algorithm,
  type AlgoSide,
  type ConditionQuery,
  compared,
  folderOf,
  intact,
  type OnDamaged,
  positionIn,
  requireRightOnAlgo,
  rightOn,
  type Walked,
  type WalkQuery,
  wordsOf,
} from '@algotheque/domain';

type Algos = Iterable<Algorithm>;

/** The record as the user sees it. */
export function entryFor(algo: Algorithm, userId: number): AlgoEntry {
  const {
    permsAlgorithme: _grants,
    places: _places,
    waiting: _waiting,
    ref: _ref,
    contentBytes: _bytes,
    modifiedBy: _by,
    dateSource: _date,
    ...record
  } = algo;
  return { ...record, droits: requireRightOnAlgo(algo, userId), dossierId: folderOf(algo, userId) };
}

/** The records that the user owns, or those that others share with the user. */
export function sideOf(
  algos: Algos,
  { userId, side }: { readonly userId: number; readonly side: AlgoSide },
): Algorithm[] {
  const isOwned = side === 'owned';
  return [...algos].filter((algo) => rightOn(algo, userId) !== null && (algo.ownerId === userId) === isOwned);
}

interface Reading {
  readonly read: (algo: Algorithm) => AlgoEntry;
  readonly onDamaged?: OnDamaged | undefined;
}

export function walkIn(
  algos: readonly Algorithm[],
  { order, after, limit }: WalkQuery,
  { read, onDamaged }: Reading,
): Walked {
  const following = algos
    .map((algo) => ({ algo, position: positionIn(algo, order) }))
    .filter(({ position }) => after === undefined || compared(position, after, order) > 0)
    .sort((one, other) => compared(one.position, other.position, order));
  const looked = following.slice(0, limit);
  const last = following.length > limit ? (looked.at(-1)?.position ?? null) : null;
  return { entries: intact(looked, ({ algo }) => read(algo), { onDamaged }), last };
}

export function idsIn(algos: readonly Algorithm[], { userId, where, limit }: ConditionQuery): number[] {
  const found = algos.filter((algo) => satisfies(algo, userId, where));
  return found.slice(0, limit).map(({ id }) => id);
}

function satisfies(algo: Algorithm, userId: number, where: AlgoCondition): boolean {
  if ('word' in where) return wordsOf(algo.nom).some((word) => word.startsWith(where.word));
  if ('dossierId' in where) return folderOf(algo, userId) === where.dossierId;
  if ('modifiedSince' in where) return algo.dateModification >= where.modifiedSince;
  return true;
}

export function countIn(algos: Algos, userId: number): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const algo of algos) {
    if (rightOn(algo, userId) === null) continue;
    const folder = folderOf(algo, userId);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

export function withPlace(places: readonly AlgoPlace[], userId: number, dossierId: number | null): AlgoPlace[] {
  const others = places.filter(({ idUtilisateur }) => idUtilisateur !== userId);
  return dossierId === null ? others : [...others, { idUtilisateur: userId, dossierId }];
}

/** The record without the places of users who have no right. */
export const placedByRight = (algo: Algorithm): Algorithm => ({
  ...algo,
  places: algo.places.filter(({ idUtilisateur }) => rightOn(algo, idUtilisateur) !== null),
});
