import type { Health } from '@algotheque/domain';
import {
  type AlgoFileStoreFixture,
  accessTokenStoreContract,
  algoFileStoreContract,
  algoRepositoryContract,
  deletionLogContract,
  FakeClock,
  type Fixture,
  folderRepositoryContract,
  type PortableStoreFixture,
  portableStoreContract,
  rateLimiterContract,
  userRepositoryContract,
} from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import type { MongoStore } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { openScratch } from './support/mongoFixture.ts';
import type { MongoServer } from './support/mongoServer.ts';

const runner = { describe, it };

describeMongo('contracts on MongoDB', ({ server }) => {
  const on =
    <Port extends Health>(port: (store: MongoStore) => Port) =>
    () =>
      storeFixture(server(), port);

  userRepositoryContract(
    runner,
    on((store) => store.users),
  );
  algoRepositoryContract(
    runner,
    on((store) => store.algos),
  );
  folderRepositoryContract(
    runner,
    on((store) => store.folders),
  );
  accessTokenStoreContract(
    runner,
    on((store) => store.tokenStore),
  );
  rateLimiterContract(
    runner,
    on((store) => store.limiter),
  );
  deletionLogContract(
    runner,
    on((store) => store.deletions),
  );
  algoFileStoreContract(runner, () => filesFixture(server()));
  portableStoreContract(runner, () => portableFixture(server()));
});

async function storeFixture<Port>(server: MongoServer, port: (store: MongoStore) => Port): Promise<Fixture<Port>> {
  const scratch = await openScratch(server);
  const store = await scratch.open();
  return {
    port: port(store),
    dump: scratch.dump,
    async reopen() {
      await store.close();
      return port(await scratch.open());
    },
    another: async () => port(await scratch.open()),
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}

async function filesFixture(server: MongoServer): Promise<AlgoFileStoreFixture> {
  const scratch = await openScratch(server);
  const clock = new FakeClock();
  const open = async () => (await scratch.open({ now: () => clock.now() })).files;
  return {
    port: await open(),
    clock,
    tellsTheDead: false,
    crash: open,
    reopen: open,
    another: open,
    dump: scratch.dump,
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}

async function portableFixture(server: MongoServer): Promise<PortableStoreFixture> {
  const scratch = await openScratch(server);
  const open = async () => (await scratch.open({ importing: true })).portable;
  return {
    port: await open(),
    reopen: open,
    repositories: () => scratch.open(),
    dump: scratch.dump,
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}
