import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '@algotheque/adapters-fs';
import { type MongoStore, openMongoStore } from '@algotheque/adapters-mongo';
import { FakeClock } from '@algotheque/domain/memory';
import { keptDatabase, type MongoServer } from '@algotheque/testing/mongo';
import { recordsIn } from '@algotheque/testing/worlds';
import { makeScratch } from '../../../../../test/support/scratchFolder.ts';
import { type AdapterSet, storesOf } from './adapterSet.ts';
import { heldInMongo } from './heldInMongo.ts';

/**
 * Records in MongoDB, content there too or in files. Every place is the same database and folder. Processes that end in order have the same
 * connection one after the other: to open one takes longer than most of what a model does with it. After a death there is a new one.
 */
export async function mongoSet(server: MongoServer, content: 'in MongoDB' | 'in files'): Promise<AdapterSet> {
  const [database, root] = [keptDatabase(server), makeScratch()];
  const [dir, saved] = [join(root, 'algos'), join(root, 'saved')];
  for (const each of [dir, saved]) mkdirSync(each);
  const opened: MongoStore[] = [];
  let alive: MongoStore | null = null;
  let clock = new FakeClock();
  const settings = { now: () => clock.now(), onProblem: () => {} };
  const connected = async (): Promise<MongoStore> => {
    const store = openMongoStore({ url: database.url, ...settings });
    opened.push(store);
    await store.ready();
    return store;
  };
  return {
    async begin() {
      await database.restore();
      rmSync(dir, { recursive: true, force: true });
      cpSync(saved, dir, { recursive: true });
    },
    async open(time) {
      clock = time;
      const store = alive ?? (await connected());
      alive = store;
      const contentStore = content === 'in MongoDB' ? store.contentStore : await openFileStore(dir, settings);
      return { ...storesOf(store), contentStore };
    },
    // The database runs the commands that it got.
    async kill() {
      alive = null;
    },
    async stop() {
      if (alive === null) throw new Error('No process is open');
      const records = await recordsIn(alive.portable);
      return { ...records, ...(await heldInMongo(database, records, content === 'in MongoDB' ? null : dir)) };
    },
    async save() {
      await database.save();
      cpSync(dir, saved, { recursive: true });
    },
    async remove() {
      for (const store of opened) await store.close();
      await database.drop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
