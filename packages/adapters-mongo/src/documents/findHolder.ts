import type { Db, Filter, WithId } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';

/**
 * The document that holds `_id` as the primary has it now, whether or not a majority has it yet. For whoever was refused
 * by a unique key: a read of what a majority has might not find what it was refused for.
 */
export function findHolder<Name extends CollectionName>(
  db: Db,
  name: Name,
  id: Collections[Name]['_id'],
): Promise<WithId<Collections[Name]> | null> {
  // The driver's types do not follow a document type that is itself a parameter; every one has an _id.
  const query = { _id: id } as Filter<Collections[Name]>;
  return collection(db, name).findOne(query, { readConcern: 'local' });
}
