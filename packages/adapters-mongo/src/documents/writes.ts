import { isError } from '@algotheque/domain';
import { type AnyBulkWriteOperation, type Db, MongoBulkWriteError } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';
import { Groups, TOGETHER } from './groups.ts';
import { onCommitOf } from './perDatabase.ts';

/** Bytes of the inserts of one command. A larger one goes alone, so that small ones do not wait for it. 256 KiB. */
const TOGETHER_BYTES = 256 * 1_024;

/**
 * Inserts of the same turn of the event loop, by one command. A call resolves to whether its document was inserted. One that the server
 * refused, or that is alone in its turn, is left to the caller, who gets the answer to this insert.
 */
export function insertsOf<Name extends CollectionName>(
  db: Db,
  name: Name,
  bytesOf: (document: Collections[Name]) => number = () => 0,
): Groups<Collections[Name], boolean> {
  const onCommit = onCommitOf(db);
  const work = async (documents: readonly Collections[Name][]) => {
    onCommit?.(documents.length);
    if (documents.length === 1) return () => false;
    const refused = new Set(await insertAll(db, name, documents));
    return (document: Collections[Name]) => !refused.has(document);
  };
  return new Groups(work, { items: TOGETHER, bytes: TOGETHER_BYTES, bytesOf });
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
