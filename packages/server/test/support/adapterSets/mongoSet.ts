import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '@algotheque/adapters-fs';
import { type MongoStore, openMongoStore } from '@algotheque/adapters-mongo';
import { keptDatabase, type MongoServer } from '@algotheque/testing/mongo';
import { recordsIn } from '@algotheque/testing/worlds';
import { makeScratch } from '../scratch.ts';
import type { AdapterSet } from './adapterSet.ts';
import { heldInMongo } from './heldInMongo.ts';

/** Records in MongoDB, content there too or in files. Every place is the same database and folder. */
export async function mongoSet(server: MongoServer, content: 'in MongoDB' | 'in files'): Promise<AdapterSet> {
  const [database, root] = [keptDatabase(server), await makeScratch()];
  const [dir, saved] = [join(root, 'algos'), join(root, 'saved')];
  for (const each of [dir, saved]) mkdirSync(each);
  const opened: MongoStore[] = [];
  const end = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  return {
    async begin() {
      await end();
      await database.restore();
      rmSync(dir, { recursive: true, force: true });
      cpSync(saved, dir, { recursive: true });
    },
    async open(clock, { mongo: bounds }) {
      const settings = { now: () => clock.now(), onProblem: () => {} };
      const store = openMongoStore({ url: database.url, bounds, ...settings });
      opened.push(store);
      await store.ready();
      const { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions } = store;
      const contentStore = content === 'in MongoDB' ? store.contentStore : await openFileStore(dir, settings);
      return { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore };
    },
    async kill() {}, // the database runs the commands that it got
    async stop() {
      const store = opened.at(-1);
      if (store === undefined) throw new Error('No process is open');
      const records = await recordsIn(store.portable);
      await end();
      return { ...records, ...(await heldInMongo(database, records, content === 'in MongoDB' ? null : dir)) };
    },
    async save() {
      await database.save();
      cpSync(dir, saved, { recursive: true });
    },
    async remove() {
      await end();
      await database.drop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
