import type { Db, Filter, WithId } from 'mongodb';
import { type CollectionName, type Collections, collection, RECORD } from './collections.ts';
import { type KeyedRead, readOne } from './reads.ts';

type Read = 'users' | 'tokens' | 'algos' | 'folderTrees';

const sourceOf = (name: Read): KeyedRead => ({ collection: name, field: '_id' });

const SOURCES: { readonly [Name in Read]: KeyedRead } = {
  users: sourceOf('users'),
  tokens: sourceOf('tokens'),
  algos: { ...sourceOf('algos'), only: RECORD },
  folderTrees: sourceOf('folderTrees'),
};

/**
 * The document with this `_id`, or null; of algorithms, only a record. What is read in the same turn of the event loop is read by one
 * command.
 */
export async function findByKey<Name extends Read>(
  db: Db,
  name: Name,
  id: Collections[Name]['_id'],
): Promise<WithId<Collections[Name]> | null> {
  return (await readOne(db, SOURCES[name], id)) as WithId<Collections[Name]> | null; // as `collection` says; the caller checks the fields
}

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
