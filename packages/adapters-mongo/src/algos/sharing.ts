import { type Algorithm, type DueQuery, intact, type OnDamaged, type WaitingQuery } from '@algotheque/domain';
import type { Db, Filter } from 'mongodb';
import { type AlgoDocument, collection } from '../documents/collections.ts';
import { firstRows } from '../documents/listing.ts';
import { storedAlgo } from './algoDocuments.ts';

/** Selects records with a share that waits for an address of the mailbox. */
export const waitingFor = ({ mailbox, after }: WaitingQuery): Filter<AlgoDocument> => ({
  'waiting.mailbox': mailbox,
  _id: { $gt: after },
});

/** Records whose shares have something due as the query says. */
export function sharesDue(db: Db, query: DueQuery, onDamaged: OnDamaged | undefined): Promise<readonly Algorithm[]> {
  const { limit } = query;
  return firstRows(findSharesDue(db, query), { read: storedAlgo, onDamaged, limit });
}

/** Each branch uses an index of its own. */
export function findSharesDue(db: Db, { before, after, limit }: DueQuery) {
  const dates = [{ $lt: before }, ...(after === undefined ? [] : [{ $gt: after }])];
  const isDue = { $or: dates.flatMap((date) => [{ 'waiting.due': date }, { 'permsAlgorithme.due': date }]) };
  return collection(db, 'algos').find(isDue, { batchSize: limit });
}

// One update of many documents ends at the first whose rights are no list, or whose version is no number. A version
// that cannot be raised is damage, too.
const LIST = { $type: 'array' } as const;
const RAISABLE = { $gte: 1, $lt: Number.MAX_SAFE_INTEGER } as const;

/** Takes the user out of all rights and places. */
export async function removeRights(db: Db, userId: number, onDamaged: OnDamaged | undefined): Promise<void> {
  const naming = { 'permsAlgorithme.idUtilisateur': userId };
  const damaged = await collection(db, 'algos')
    .find({ ...naming, $or: [{ permsAlgorithme: { $not: LIST } }, { version: { $not: RAISABLE } }] })
    .toArray();
  intact(damaged, storedAlgo, { onDamaged });
  // If a first try without an answer has changed a document, it no longer matches the query: its version rises
  // once.
  const gone = { idUtilisateur: userId };
  const update = { $pull: { permsAlgorithme: gone, places: gone }, $inc: { version: 1 } };
  await collection(db, 'algos').updateMany({ ...naming, permsAlgorithme: LIST, version: RAISABLE }, update);
}
