import type { Db, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from '../connection/failures.ts';
import { type CollectionName, type Collections, type ContentDocument, collection } from './collections.ts';
import type { Groups } from './groups.ts';
import { perDatabase } from './perDatabase.ts';
import { insertsOf } from './writes.ts';

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

type Together = { readonly [Name in 'algos' | 'contents']: Groups<Collections[Name], boolean> };

const groupsOf = perDatabase<Together>((db) => ({
  algos: insertsOf(db, 'algos'),
  contents: insertsOf(db, 'contents', ({ bytes }: ContentDocument) => bytes.length()),
}));

/** As `insertUnlessThere`. Documents of the same turn of the event loop are inserted by one command, unless they are large. */
export async function insertTogether<Name extends keyof Together>(
  db: Db,
  name: Name,
  document: Collections[Name],
): Promise<boolean> {
  return (await groupsOf(db)[name].add(document)) || insertUnlessThere(db, name, document);
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
