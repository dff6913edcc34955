import type { Usage } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { fieldsOf } from '../documents/fields.ts';
import { readOne, type Source } from '../documents/reads.ts';

const COUNT = [{ $group: { _id: '$ownerId', algos: { $sum: 1 }, bytes: { $sum: '$contentBytes' } } }];

/** What each owner has. */
const SUMS: Source = { collection: 'algos', field: 'ownerId', stages: COUNT };

/** What each owner has deleted, and the history has still. */
const DELETED_SUMS: Source = {
  collection: 'history',
  field: 'ownerId',
  stages: [{ $match: { dateSuppression: { $gt: Number.NEGATIVE_INFINITY } } }, ...COUNT],
};

export async function usageOf(db: Db, ownerId: number): Promise<Usage> {
  // One command, which reads them in this order.
  const sums = await Promise.all([SUMS, DELETED_SUMS].map((source) => readOne(db, source, ownerId)));
  const found = sums.flatMap((sum) => (sum === null ? [] : fieldsOf('algos', sum)));
  const total = (field: string) => found.reduce((sum, fields) => sum + fields.integer(field), 0);
  return { algos: total('algos'), bytes: total('bytes') };
}
