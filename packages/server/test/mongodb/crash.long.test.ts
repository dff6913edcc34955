import { describeMongo } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { newPerson } from '../support/client.ts';
import { expectKept, Load } from '../support/load.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/serverProcess.ts';

describeMongo('a server that is killed during writes', ({ withScratch }) => {
  withScratch('has lost no acknowledged write after its restart, and repeated none', async ({ url }) => {
    const env = {
      ALGOTHEQUE_DATA_DIR: await scratchFolder(),
      ALGOTHEQUE_STORE_URL: url(),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
    };
    const killed = await startServer(env);
    const owner = await newPerson(killed.url, 'crash@example.org');
    const load = new Load(killed.url, owner);
    await load.acknowledges(30);
    expect(await killed.stop('SIGKILL')).toBeNull();
    await load.refuses(1);
    const written = await load.stop();

    const again = await startServer(env);
    await expectKept(again.url, owner, written);
    expect(await again.stop()).toBe(0);
  });
});
