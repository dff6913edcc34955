import { isError } from '@algotheque/domain';
import { type AnyBulkWriteOperation, type Db, MongoBulkWriteError } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';
import { Groups, TOGETHER } from './groups.ts';
import { onCommitOf } from './perDatabase.ts';

/** Bytes of the writes of one command. A larger write goes alone, so that small ones do not wait for it. 256 KiB. */
const TOGETHER_BYTES = 256 * 1_024;

type Operation<Name extends CollectionName> = AnyBulkWriteOperation<Collections[Name]>;

interface Writes<Name extends CollectionName, Item> {
  readonly name: Name;
  operationOf(item: Item): Operation<Name>;
  bytesOf?(item: Item): number;
}

/**
 * Writes of the same turn of the event loop, by one command. A call resolves to whether its write was made. One that the
 * server refused, or that is alone in its turn, is left to the caller, who gets the answer to this write.
 */
export function writesOf<Name extends CollectionName, Item>(
  db: Db,
  { name, operationOf, bytesOf = () => 0 }: Writes<Name, Item>,
): Groups<Item, boolean> {
  const onCommit = onCommitOf(db);
  const work = async (items: readonly Item[]): Promise<(item: Item) => boolean> => {
    onCommit?.(items.length);
    if (items.length === 1) return () => false;
    const refused = new Set((await writeAll(db, name, items.map(operationOf))).map((index) => items[index]));
    return (item) => !refused.has(item);
  };
  return new Groups(work, { items: TOGETHER, bytes: TOGETHER_BYTES, bytesOf });
}

/** Resolves to the indexes of the writes that were refused. */
export async function writeAll<Name extends CollectionName>(
  db: Db,
  name: Name,
  operations: readonly Operation<Name>[],
): Promise<readonly number[]> {
  try {
    await collection(db, name).bulkWrite(operations, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    if (isError(error.errorResponse)) throw error.errorResponse; // the driver packs the errors of connections, too
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || error.result.getWriteConcernError() !== undefined) throw error;
    return refused.map(({ index }) => index);
  }
}
