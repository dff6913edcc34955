import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DamagedRecord, PortableStore } from '@algotheque/domain';
import type { Fixture, OpenFixture, PortableStoreFixture } from '@algotheque/domain/contracts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../src/index.ts';
import { damageIn } from './damageIn.ts';
import { dumpOf } from './rawFile.ts';

/** Makes a new store file for each test of a contract suite. The test is about the port of this name. */
export const fixtureOf =
  <Name extends keyof SqliteStore>(name: Name, options?: SqliteStoreOptions): OpenFixture<SqliteStore[Name]> =>
  async () =>
    onNewFile((store) => store[name], options).fixture;

/** The same, with another port of the first store. */
export const fixtureBeside =
  <Name extends keyof SqliteStore, Other extends keyof SqliteStore>(name: Name, other: Other) =>
  async () => {
    const { fixture, first } = onNewFile((store) => store[name]);
    return { ...fixture, ...({ [other]: first[other] } as Pick<SqliteStore, Other>) }; // the one name
  };

/** For the suite of copies: the port is opened as `migrate` does, the repositories as a server does. */
export const openPortableFixture: OpenFixture<PortableStore, PortableStoreFixture> = async () => {
  const { fixture, open } = onNewFile(({ portable }) => portable, { importing: true });
  return { ...fixture, repositories: async () => open() };
};

function onNewFile<Port>(pick: (store: SqliteStore) => Port, options: SqliteStoreOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'algotheque-sqlite-'));
  const path = join(folder, 'store.db');
  const stores: SqliteStore[] = [];
  const open = (use: SqliteStoreOptions = {}): SqliteStore => {
    const store = openSqliteStore(path, use);
    stores.push(store);
    return store;
  };
  const another = async (): Promise<Port> => pick(open(options));
  const cut = async (): Promise<void> => {
    for (const store of stores.splice(0)) await store.close();
  };
  const reopen = async (): Promise<Port> => {
    await cut();
    return another();
  };
  const close = async (): Promise<void> => {
    await cut();
    rmSync(folder, { recursive: true });
  };
  const dump = async (): Promise<string> => dumpOf(path);
  const damage = async (key: string | number, field?: string, value?: unknown): Promise<DamagedRecord> =>
    damageIn(path, key, { field, value });
  const first = open(options);
  const fixture: Fixture<Port> = { port: pick(first), dump, reopen, another, cut, damage, close };
  return { fixture, first, open };
}
