import type { Db, Filter, WithId } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';

/**
 * The document that holds `_id` as the primary has it now, also before a majority has it. For callers that a unique
 * key refused: a majority read might not find the document.
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
