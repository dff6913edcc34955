import { type DeletedQuery, type FormerAlgo, type OnDamaged, unlessDamaged } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection, type HistoryDocument } from '../documents/collections.ts';
import { storedFormer } from './historyDocuments.ts';

const LATEST_FIRST = { dateSuppression: -1, algoId: -1 } as const;

interface Position {
  readonly dateSuppression: number;
  readonly id: number;
}

/** Pages of what an owner has deleted, as the port says; entries that are not the highest version of their algorithm are passed over. */
export async function listDeleted(
  db: Db,
  { ownerId, after, limit }: DeletedQuery,
  onDamaged: OnDamaged | undefined,
): Promise<readonly FormerAlgo[]> {
  const found: FormerAlgo[] = [];
  for (let position: Position | undefined = after; ; ) {
    const page = await pageAfter(db, { ownerId, limit, ...(position !== undefined && { after: position }) });
    const highest = await highestVersions(db, page);
    for (const document of page.filter(({ algoId, version }) => highest.get(algoId) === version)) {
      const former = unlessDamaged(() => storedFormer(document), onDamaged);
      if (former !== null) found.push(former);
      if (found.length === limit) return found;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return found;
    position = { dateSuppression: Number(last.dateSuppression), id: last.algoId };
  }
}

function pageAfter(db: Db, { ownerId, after, limit }: DeletedQuery): Promise<readonly HistoryDocument[]> {
  const behind = after && {
    $or: [
      { dateSuppression: { $lt: after.dateSuppression } },
      { dateSuppression: after.dateSuppression, algoId: { $lt: after.id } },
    ],
  };
  const deleted = { $and: [{ ownerId, dateSuppression: { $gt: Number.NEGATIVE_INFINITY } }, behind ?? {}] };
  return collection(db, 'history')
    .find(deleted, { projection: { bytes: 0 }, sort: LATEST_FIRST, limit, batchSize: limit })
    .toArray();
}

/** The highest version of each of these algorithms: nearly always the one on the page. */
async function highestVersions(db: Db, page: readonly HistoryDocument[]): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(page.map(({ algoId }) => algoId))];
  if (ids.length === 0) return new Map();
  const found = await collection(db, 'history')
    .aggregate<{ readonly _id: number; readonly version: number }>([
      { $match: { algoId: { $in: ids } } },
      { $group: { _id: '$algoId', version: { $max: '$version' } } },
    ])
    .toArray();
  return new Map(found.map(({ _id, version }) => [_id, version]));
}
