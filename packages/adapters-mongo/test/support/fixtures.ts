import type { AlgoRepository, UserRepository } from '@algotheque/domain';
import type {
  AlgoBinFixture,
  ContentStoreFixture,
  Fixture,
  OutboxFixture,
  PortableStoreFixture,
} from '@algotheque/domain/contracts';
import { FakeClock } from '@algotheque/domain/memory';
import type { MongoStore, MongoStoreOptions } from '../../src/index.ts';
import { damageIn } from './damageIn.ts';
import { openScratch } from './mongoFixture.ts';
import type { MongoServer } from './mongoServer.ts';

/** The fixture for the suite of one port: a store on its own database. */
export async function storeFixture<Port>(
  server: MongoServer,
  port: (store: MongoStore) => Port,
  options: Partial<MongoStoreOptions> = {},
): Promise<Fixture<Port>> {
  const scratch = await openScratch(server);
  const store = await scratch.open(options);
  return {
    port: port(store),
    dump: scratch.dump,
    async reopen() {
      await store.close();
      return port(await scratch.open(options));
    },
    another: async () => port(await scratch.open(options)),
    damage: (key, field, value) => damageIn(scratch.db, key, { field, value }),
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}

/** For the suite of outboxes: the users are of the same store. */
export async function outboxFixture(server: MongoServer): Promise<OutboxFixture> {
  let users: UserRepository | undefined;
  const fixture = await storeFixture(server, (store) => {
    users ??= store.users;
    return store.outbox;
  });
  if (users === undefined) throw new Error('No store was opened');
  return { ...fixture, users };
}

/** For the suite of bins: the records are of the same store. */
export async function binFixture(server: MongoServer): Promise<AlgoBinFixture> {
  let algos: AlgoRepository | undefined;
  const fixture = await storeFixture(server, (store) => {
    algos ??= store.algos;
    return store.bin;
  });
  if (algos === undefined) throw new Error('No store was opened');
  return { ...fixture, algos };
}

export async function filesFixture(server: MongoServer): Promise<ContentStoreFixture> {
  const scratch = await openScratch(server);
  const clock = new FakeClock();
  const open = async () => (await scratch.open({ now: () => clock.now() })).contentStore;
  return {
    port: await open(),
    clock,
    distinguishesProcesses: false,
    tellsDamage: true,
    damage: (key) => damageIn(scratch.db, key),
    crash: open,
    reopen: open,
    another: open,
    dump: scratch.dump,
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}

export async function portableFixture(server: MongoServer): Promise<PortableStoreFixture> {
  const scratch = await openScratch(server);
  const open = async () => (await scratch.open({ importing: true })).portable;
  return {
    port: await open(),
    reopen: open,
    repositories: () => scratch.open(),
    damage: (key, field, value) => damageIn(scratch.db, key, { field, value }),
    dump: scratch.dump,
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
}
