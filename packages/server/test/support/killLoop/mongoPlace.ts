import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '@algotheque/adapters-fs';
import { openMongoStore } from '@algotheque/adapters-mongo';
import { PENDING_AGE_MS } from '@algotheque/domain';
import { keptDatabase, type MongoServer, openProxy } from '@algotheque/testing/mongo';
import { recordsIn } from '@algotheque/testing/worlds';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../../test/support/scratchFolder.ts';
import { heldInMongo } from '../adapterSets/heldInMongo.ts';
import { type KillPlace, OWN_NAMES } from './killPlace.ts';
import { laterPass } from './laterPass.ts';

/** Records in MongoDB, content there too or in files. The servers are on a wire of the test. */
export async function mongoPlace(server: MongoServer, content: 'in MongoDB' | 'in files'): Promise<KillPlace> {
  const [dir, database] = [join(scratchFolder(), 'data'), keptDatabase(server)];
  mkdirSync(dir);
  onTestFinished(() => database.drop());
  const wire = await openProxy(server.host, server.port);
  onTestFinished(() => wire.cut());
  const url = new URL(database.url);
  url.host = `${server.host}:${wire.port}`;
  url.searchParams.set('directConnection', 'true'); // the driver must use the wire, not the address that the server reports
  return {
    env: {
      ALGOTHEQUE_DATA_DIR: dir,
      ALGOTHEQUE_STORE_URL: url.href,
      ...(content === 'in MongoDB' && { ALGOTHEQUE_FILES_URL: 'mongodb:' }),
    },
    changes: (count) => wire.carries(count),
    async held() {
      const now = (): number => Date.now() + 2 * PENDING_AGE_MS;
      const options = { now, onProblem: () => {} };
      const store = openMongoStore({ url: database.url, ...options });
      await store.ready();
      const algos = join(dir, 'algos');
      const contentStore = content === 'in MongoDB' ? store.contentStore : await openFileStore(algos, options);
      await laterPass({ ...store, contentStore });
      const records = await recordsIn(store.portable);
      await store.close();
      const contents = await heldInMongo(database, records, content === 'in MongoDB' ? null : algos);
      return { ...records, ...contents, unfinished: contents.unfinished.filter((name) => !OWN_NAMES.includes(name)) };
    },
  };
}
