import type { ContentStoreFixture, Fixture, PortableStoreFixture } from '@algotheque/domain/contracts';
import { FakeClock } from '@algotheque/domain/memory';
import type { MongoStore, MongoStoreOptions } from '../../src/index.ts';
import { damageIn } from './damageIn.ts';
import { openScratch } from './mongoFixture.ts';
import type { MongoServer } from './mongoServer.ts';

/** The fixture for the suite of the port of this name: a store on its own database. */
export async function storeFixture<Name extends keyof MongoStore>(
  server: MongoServer,
  name: Name,
  options: Partial<MongoStoreOptions> = {},
): Promise<Fixture<MongoStore[Name]>> {
  return (await onNewDatabase(server, name, options)).fixture;
}

/** The same, with another port of the first store. */
export async function fixtureBeside<Name extends keyof MongoStore, Other extends keyof MongoStore>(
  server: MongoServer,
  name: Name,
  other: Other,
): Promise<Fixture<MongoStore[Name]> & Pick<MongoStore, Other>> {
  const { fixture, first } = await onNewDatabase(server, name);
  return { ...fixture, ...({ [other]: first[other] } as Pick<MongoStore, Other>) }; // the one name
}

async function onNewDatabase<Name extends keyof MongoStore>(
  server: MongoServer,
  name: Name,
  options: Partial<MongoStoreOptions> = {},
) {
  const scratch = await openScratch(server);
  const first = await scratch.open(options);
  const fixture: Fixture<MongoStore[Name]> = {
    port: first[name],
    dump: scratch.dump,
    async reopen() {
      await first.close();
      return (await scratch.open(options))[name];
    },
    another: async () => (await scratch.open(options))[name],
    damage: (key, field, value) => damageIn(scratch.db, key, { field, value }),
    cut: scratch.proxy.cut,
    close: scratch.close,
  };
  return { fixture, first };
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
