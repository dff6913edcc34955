import type { SharesDueQuery, WaitingQuery } from '@algotheque/domain';
import type { Db, Filter } from 'mongodb';
import { type AlgoDocument, collection } from '../documents/collections.ts';

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
