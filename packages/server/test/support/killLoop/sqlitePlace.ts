import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteDriver } from '@algotheque/adapters-sqlite';
import { scratchFolder } from '../../../../../test/support/scratchFolder.ts';
import { contentFolder } from '../../../src/stores/contentFolder.ts';
import { heldOnSqlite } from '../adapterSets/heldOnSqlite.ts';
import { changesIn } from './changesIn.ts';
import { type KillPlace, OWN_NAMES } from './killPlace.ts';
import { laterPass } from './laterPass.ts';

const silent = { onProblem: () => {} };

/** The embedded defaults in a folder of the test. */
export async function sqlitePlace(): Promise<KillPlace> {
  const dir = join(scratchFolder(), 'data');
  mkdirSync(dir);
  return {
    env: { ALGOTHEQUE_DATA_DIR: dir },
    changes: (count) => changesIn([dir, join(dir, 'algos')], count),
    async held() {
      const folder = await contentFolder(join(dir, 'algos'), silent);
      const store = await sqliteDriver.open(`sqlite:${join(dir, 'algotheque.db')}`, { folder, ...silent });
      await laterPass({ ...store.ports, contentStore: await store.openContent() });
      await store.close();
      const held = await heldOnSqlite(dir);
      return { ...held, unfinished: held.unfinished.filter((name) => !OWN_NAMES.includes(name)) };
    },
  };
}
