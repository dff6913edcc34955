import { join } from 'node:path';
import { describeMongo } from '@algotheque/testing/mongo';
import { binKillsOn } from '../support/binKills.ts';
import { scratchFolder } from '../support/scratch.ts';

describeMongo(
  'a server that is killed',
  ({ server }) => {
    binKillsOn('MongoDB, content in files', 2, async () => ({
      ALGOTHEQUE_DATA_DIR: join(await scratchFolder(), 'data'),
      ALGOTHEQUE_STORE_URL: server().url('binKills'),
    }));
  },
  'standalone',
);
