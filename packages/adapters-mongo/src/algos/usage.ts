import type { Usage } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { fieldsOf } from '../documents/fields.ts';
import { readOne, type Source } from '../documents/reads.ts';

/** What each owner has, in fields under this path. */
const sumsOf = (path: string): Source => ({
  collection: 'algos',
  field: `${path}ownerId`,
  stages: [{ $group: { _id: `$${path}ownerId`, algos: { $sum: 1 }, bytes: { $sum: `$${path}contentBytes` } } }],
});

/** The records, and the bin. */
const SUMS = [sumsOf(''), sumsOf('deleted.')];

export async function usageOf(db: Db, ownerId: number): Promise<Usage> {
  // One command, which reads them in this order.
  const sums = await Promise.all(SUMS.map((source) => readOne(db, source, ownerId)));
  const found = sums.flatMap((sum) => (sum === null ? [] : fieldsOf('algos', sum)));
  const total = (field: string) => found.reduce((sum, fields) => sum + fields.integer(field), 0);
  return { algos: total('algos'), bytes: total('bytes') };
}
