import { describeMongo } from '@algotheque/testing/mongo';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { expectOlderRefused } from '../support/olderDatabase.ts';

describeMongo('a database that is older than the folder of its contents', ({ withScratch }) => {
  withScratch('is refused, and a repair keeps the newer contents', async ({ db, url }) => {
    const kept = new Map<string, Awaited<ReturnType<typeof all>>>();
    const all = (name: string) => db.collection(name).find({}).toArray();
    await expectOlderRefused({
      dataDir: scratchFolder(),
      settings: { ALGOTHEQUE_STORE_URL: url() },
      async keep() {
        for (const name of ['algos', 'counters']) kept.set(name, await all(name));
      },
      async putBack() {
        for (const [name, documents] of kept) {
          await db.collection(name).deleteMany({});
          await db.collection(name).insertMany(documents);
        }
      },
    });
  });
});
