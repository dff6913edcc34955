import type { Db, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { type CollectionName, type Collections, collection } from '../schema/collections.ts';
import { insertUnlessThere } from './insertUnlessThere.ts';

const TRIES = 5;

/**
 * Updates a document and resolves to it as it is then; where there is none, begins with `fresh`. Not by an upsert: of
 * two that race for a document one fails with a duplicate key, and some servers then answer without the document. More
 * tries are for documents that expire in between.
 */
export async function updateOrBegin<Name extends CollectionName>(
  db: Db,
  name: Name,
  {
    fresh,
    update,
  }: { readonly fresh: Collections[Name]; readonly update: UpdateFilter<Collections[Name]> | Document[] },
): Promise<WithId<Collections[Name]>> {
  // The driver's types do not follow a document type that is itself a parameter; every one has an _id.
  const query = { _id: fresh._id } as Filter<Collections[Name]>;
  for (let left = TRIES; left > 0; left -= 1) {
    const found = await collection(db, name).findOneAndUpdate(query, update, { returnDocument: 'after' });
    if (found !== null) return found;
    await insertUnlessThere(db, name, fresh);
  }
  throw new Error(`MongoDB document ${name}/${fresh._id} went ${TRIES} times between two commands.`);
}
