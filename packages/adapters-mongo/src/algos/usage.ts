import type { Usage } from '@algotheque/domain';
import type { Db, Document } from 'mongodb';
import { fieldsOf } from '../documents/fields.ts';
import { type KeyedRead, readOne } from '../documents/reads.ts';

/** The owner and what counts of each algorithm of one form, from its index alone. */
const sizesIn = (path: string): Document => ({
  $project: { owner: `$${path}ownerId`, bytes: { $sum: [`$${path}contentBytes`, `$${path}shareBytes`] } },
});

/** What follows in the same pipeline: the same of another form. */
const andSizesIn = (path: string, owners: Document): Document => ({
  $unionWith: { coll: 'algos', pipeline: [{ $match: { [`${path}ownerId`]: owners } }, sizesIn(path)] },
});

/**
 * What each owner has: the bin, the records, and the bin again, which MongoDB reads one after the other. An algorithm that is deleted or
 * restored meanwhile is in one of the three at least, and counts once.
 */
const SUMS: KeyedRead = {
  collection: 'algos',
  field: 'deleted.ownerId',
  stages: (owners) => [
    sizesIn('deleted.'),
    andSizesIn('', { $in: owners }),
    andSizesIn('deleted.', { $in: owners }),
    { $group: { _id: '$_id', owner: { $first: '$owner' }, bytes: { $max: '$bytes' } } },
    { $group: { _id: '$owner', algos: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
  ],
};

export async function usageOf(db: Db, ownerId: number): Promise<Usage> {
  const sums = await readOne(db, SUMS, ownerId);
  if (sums === null) return { algos: 0, bytes: 0 };
  const fields = fieldsOf('algos', sums);
  return { algos: fields.integer('algos'), bytes: fields.integer('bytes') };
}
