import { intact, type OnDamaged, type SharesDueQuery, type WaitingQuery } from '@algotheque/domain';
import type { Db, Filter } from 'mongodb';
import { type AlgoDocument, collection } from '../documents/collections.ts';
import { storedAlgo } from './algoDocuments.ts';
import { COUNT_SHARES } from './shareDocuments.ts';

export const waitingFor = ({ mailbox, after }: WaitingQuery): Filter<AlgoDocument> => ({
  'waiting.mailbox': mailbox,
  _id: { $gt: after },
});

/**
 * The ids of the records whose shares have something due as the query says, ascending. Few records have; their limit is not that of the
 * ids.
 */
export async function idsOfSharesDue(db: Db, query: Omit<SharesDueQuery, 'limit'>): Promise<number[]> {
  const ids = (await findSharesDue(db, query).toArray()).map(({ _id }) => _id).filter((id) => id > query.after);
  return ids.sort((one, other) => one - other);
}

/** Each branch uses an index of its own. With an order, or a condition for ids, MongoDB would read all records by their ids. */
export function findSharesDue(db: Db, { endsBefore, endsAfter }: Omit<SharesDueQuery, 'after' | 'limit'>) {
  const late = endsAfter === undefined ? [] : [{ 'waiting.due': { $gt: endsAfter } }];
  const isDue = { $or: [{ 'permsAlgorithme.due': { $gte: 0 } }, { 'waiting.due': { $lt: endsBefore } }, ...late] };
  return collection(db, 'algos').find(isDue, { projection: { _id: 1 } });
}

// One update of many documents ends at the first whose rights are no list, or whose version is no number. A version
// that cannot be raised is damage, too.
const LIST = { $type: 'array' } as const;
const RAISABLE = { $gte: 1, $lt: Number.MAX_SAFE_INTEGER } as const;

export async function removeRights(db: Db, userId: number, onDamaged: OnDamaged | undefined): Promise<void> {
  const naming = { 'permsAlgorithme.idUtilisateur': userId };
  const damaged = await collection(db, 'algos')
    .find({ ...naming, $or: [{ permsAlgorithme: { $not: LIST } }, { version: { $not: RAISABLE } }] })
    .toArray();
  intact(damaged, storedAlgo, { onDamaged });
  // If a first try without an answer has changed a document, it no longer matches the query: its version rises
  // once.
  const others = (list: string) => ({ $filter: { input: list, cond: { $ne: ['$$this.idUtilisateur', userId] } } });
  const update = [
    {
      $set: {
        permsAlgorithme: others('$permsAlgorithme'),
        places: { $cond: [{ $isArray: '$places' }, others('$places'), '$places'] },
        version: { $add: ['$version', 1] },
      },
    },
    COUNT_SHARES,
  ];
  await collection(db, 'algos').updateMany({ ...naming, permsAlgorithme: LIST, version: RAISABLE }, update);
}
