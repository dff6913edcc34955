import type { Db, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from '../connection/failures.ts';
import {
  type AlgoDocument,
  type CollectionName,
  type Collections,
  type ContentDocument,
  collection,
} from './collections.ts';
import { perDatabase } from './perDatabase.ts';
import { writesOf } from './writes.ts';

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

const insertsOf = perDatabase((db) => ({
  algos: writesOf(db, { name: 'algos', operationOf: (document: AlgoDocument) => ({ insertOne: { document } }) }),
  contents: writesOf(db, {
    name: 'contents',
    operationOf: (document: ContentDocument) => ({ insertOne: { document } }),
    bytesOf: ({ bytes }: ContentDocument) => bytes.length(),
  }),
}));

/** As `insertUnlessThere`. Records of the same turn of the event loop are inserted by one command. */
export async function insertAlgo(db: Db, document: AlgoDocument): Promise<boolean> {
  return (await insertsOf(db).algos.add(document)) || insertUnlessThere(db, 'algos', document);
}

/** As `insertUnlessThere`. Small contents of the same turn of the event loop are inserted by one command. */
export async function insertContent(db: Db, document: ContentDocument): Promise<boolean> {
  return (await insertsOf(db).contents.add(document)) || insertUnlessThere(db, 'contents', document);
}

const TRIES = 5;

/**
 * Runs an upsert by `_id`. When two race for a document that is absent, one fails with a duplicate key; by then the
 * document exists, and the second try updates it. It tries several times, because documents may come and go.
 */
export async function upsertOnce<Result>(upsert: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await upsert();
    } catch (error) {
      if (!isDuplicateKey(error) || left === 1) throw error;
    }
  }
}
