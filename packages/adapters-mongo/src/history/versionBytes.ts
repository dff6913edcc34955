import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

const BATCH = 500;

/** The bytes of all former versions of an owner. */
async function versionBytes(db: Db, ownerId: number): Promise<number> {
  const [found] = await collection(db, 'history')
    .aggregate<{ readonly _id: number; readonly bytes: number }>([
      { $match: { ownerId } },
      { $group: { _id: '$ownerId', bytes: { $sum: '$contentBytes' } } },
    ])
    .toArray();
  return found === undefined ? 0 : fieldsOf('history', found).integer('bytes');
}

/** Removes former versions of an owner, those that end first, until the others have at most so many bytes. @returns the bytes of these */
export async function keepBytes(db: Db, ownerId: number, mostBytes: number): Promise<number> {
  const documents = collection(db, 'history');
  const options = { projection: { contentBytes: 1 }, sort: { dateExpiration: 1 }, limit: BATCH } as const;
  for (let bytes = await versionBytes(db, ownerId); ; bytes = await versionBytes(db, ownerId)) {
    if (bytes <= mostBytes) return bytes;
    const first = await documents.find({ ownerId }, options).toArray();
    if (first.length === 0) return bytes;
    // Read after the list: what others remove meanwhile is not in the sum, so of what is on the list no more goes than must.
    let excess = (await versionBytes(db, ownerId)) - mostBytes;
    const removed: string[] = [];
    for (const { _id, contentBytes } of first) {
      if (excess <= 0) break;
      removed.push(_id);
      excess -= typeof contentBytes === 'number' ? contentBytes : 0; // as the sum counts damaged ones
    }
    if (removed.length > 0) await documents.deleteMany({ ownerId, _id: { $in: removed } });
  }
}
