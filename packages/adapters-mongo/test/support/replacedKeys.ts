import { it } from 'vitest';
import { openScratch } from './mongoFixture.ts';
import type { MongoServer } from './mongoServer.ts';

/**
 * MongoDB frees a value of a unique index when a document gets another one. Some compatible servers keep it, so an address that was
 * changed stays taken there. Adds the tests of a contract, and skips those of freed addresses on such a server.
 */
export function whereAddressesAreFreed(server: () => MongoServer) {
  const add = (title: string, body: () => Promise<void>): void => {
    it(title, async ({ skip }) => {
      if (title.startsWith('frees') && !(await freesReplacedKeys(server()))) skip('this server keeps replaced keys');
      await body();
    });
  };
  return Object.assign(add, { skip: it.skip });
}

async function freesReplacedKeys(server: MongoServer): Promise<boolean> {
  const scratch = await openScratch(server);
  try {
    const keys = scratch.db.collection<{ _id: number; key: string }>('replacedKeys');
    await keys.createIndex({ key: 1 }, { unique: true });
    await keys.insertOne({ _id: 1, key: 'first' });
    await keys.updateOne({ _id: 1 }, { $set: { key: 'second' } });
    const inserted = keys.insertOne({ _id: 2, key: 'first' });
    return await inserted.then(
      () => true,
      () => false,
    );
  } finally {
    await scratch.close();
  }
}
