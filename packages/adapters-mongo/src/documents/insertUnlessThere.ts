import type { Db, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from '../connection/failures.ts';
import { type CollectionName, type Collections, collection } from './collections.ts';

/** Inserts a document unless one of its unique keys exists. Resolves to whether it was inserted. Idempotent. */
export async function insertUnlessThere<Name extends CollectionName>(
  db: Db,
  name: Name,
  document: Collections[Name],
): Promise<boolean> {
  try {
    // The driver's type for "with its _id" does not follow a document type that is itself a parameter; all have one.
    await collection(db, name).insertOne(document as OptionalUnlessRequiredId<Collections[Name]>);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
