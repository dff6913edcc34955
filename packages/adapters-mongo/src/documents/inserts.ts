import { isError } from '@algotheque/domain';
import { type AnyBulkWriteOperation, type Db, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from '../connection/failures.ts';
import { type CollectionName, type Collections, type ContentDocument, collection } from './collections.ts';
import { Groups, TOGETHER } from './groups.ts';
import { perDatabase } from './perDatabase.ts';

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

/** Resolves to the documents that were refused. */
export async function insertAll<Name extends CollectionName>(
  db: Db,
  name: Name,
  documents: readonly Collections[Name][],
): Promise<readonly Collections[Name][]> {
  // The driver's types do not follow a document type that is itself a parameter.
  const inserts = documents.map((document) => ({ insertOne: { document } })) as AnyBulkWriteOperation<
    Collections[Name]
  >[];
  try {
    await collection(db, name).bulkWrite(inserts, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    if (isError(error.errorResponse)) throw error.errorResponse; // the driver packs the errors of connections, too
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || error.result.getWriteConcernError() !== undefined) throw error;
    return refused.flatMap(({ index }) => documents[index] ?? []);
  }
}

type OnCommit = (writes: number) => void;
const listeners = new WeakMap<Db, OnCommit>();

/**
 * From now on `onCommit` gets the number of writes of each command that writes share. To be called before the first use of the database.
 */
export function countWrites(db: Db, onCommit: OnCommit | undefined): void {
  if (onCommit !== undefined) listeners.set(db, onCommit);
}

type Together = { readonly [Name in 'algos' | 'contents']: Groups<Collections[Name], boolean> };

const groupsOf = perDatabase<Together>((db) => ({
  algos: insertsOf(db, 'algos', () => 0),
  contents: insertsOf(db, 'contents', ({ bytes }: ContentDocument) => bytes.length()),
}));

/** Bytes of the inserts of one command. A larger one goes alone, so that small ones do not wait for it. 256 KiB. */
const TOGETHER_BYTES = 256 * 1_024;

/**
 * A call resolves to whether its document was inserted. One that the server refused, or that is alone in its turn, is left to the caller,
 * who gets the answer to this insert.
 */
function insertsOf<Name extends keyof Together>(
  db: Db,
  name: Name,
  bytesOf: (document: Collections[Name]) => number,
): Groups<Collections[Name], boolean> {
  const work = async (documents: readonly Collections[Name][]) => {
    listeners.get(db)?.(documents.length);
    if (documents.length === 1) return () => false;
    const refused = new Set(await insertAll(db, name, documents));
    return (document: Collections[Name]) => !refused.has(document);
  };
  return new Groups(work, { items: TOGETHER, bytes: TOGETHER_BYTES, bytesOf });
}

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
