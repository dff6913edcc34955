import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

const BATCH = 500;

const versionsOf = (ownerId: number) => ({ ownerId, dateSuppression: null });

/** The bytes of all former versions of an owner. */
export async function versionBytes(db: Db, ownerId: number): Promise<number> {
  const [found] = await collection(db, 'history')
    .aggregate<{ readonly _id: number; readonly bytes: number }>([
      { $match: versionsOf(ownerId) },
      { $group: { _id: '$ownerId', bytes: { $sum: '$contentBytes' } } },
    ])
    .toArray();
  return found === undefined ? 0 : fieldsOf('history', found).integer('bytes');
}

/** Removes former versions of an owner, those that end first, until so many bytes are gone or none is left. @returns the bytes that are gone */
export async function removeFirst(db: Db, ownerId: number, bytes: number): Promise<number> {
  const documents = collection(db, 'history');
  const options = { projection: { contentBytes: 1 }, sort: { dateExpiration: 1 }, limit: BATCH } as const;
  for (let gone = 0; ; ) {
    const first = await documents.find(versionsOf(ownerId), options).toArray();
    const removed: string[] = [];
    for (const { _id, contentBytes } of first) {
      if (gone >= bytes) break;
      removed.push(_id);
      gone += typeof contentBytes === 'number' ? contentBytes : 0; // as the sum counts damaged ones
    }
    if (removed.length > 0) await documents.deleteMany({ ...versionsOf(ownerId), _id: { $in: removed } });
    if (gone >= bytes || first.length < BATCH) return gone;
  }
}
