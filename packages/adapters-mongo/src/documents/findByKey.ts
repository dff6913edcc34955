import type { Db, WithId } from 'mongodb';
import type { Collections } from './collections.ts';
import { readOne, type Source } from './reads.ts';

type Read = 'users' | 'tokens' | 'algos';

const sourceOf = (name: Read): Source => ({ collection: name, field: '_id', stages: [] });

const SOURCES: { readonly [Name in Read]: Source } = {
  users: sourceOf('users'),
  tokens: sourceOf('tokens'),
  algos: sourceOf('algos'),
};

/** The document with this `_id`, or null. What is read in the same turn of the event loop is read by one command. */
export async function findByKey<Name extends Read>(
  db: Db,
  name: Name,
  id: Collections[Name]['_id'],
): Promise<WithId<Collections[Name]> | null> {
  return (await readOne(db, SOURCES[name], id)) as WithId<Collections[Name]> | null; // as `collection` says; the caller checks the fields
}
