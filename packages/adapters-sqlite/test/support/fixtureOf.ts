import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlgoBin, AlgoRepository, DamagedRecord, Outbox, PortableStore, UserRepository } from '@algotheque/domain';
import type {
  AlgoBinFixture,
  Fixture,
  OpenFixture,
  OutboxFixture,
  PortableStoreFixture,
} from '@algotheque/domain/contracts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../src/index.ts';
import { damageIn } from './damageIn.ts';
import { dumpOf } from './rawFile.ts';

/** Makes a new store file for each test of a contract suite. The test is about the port that `pick` returns. */
export function fixtureOf<Port>(pick: (store: SqliteStore) => Port, options?: SqliteStoreOptions): OpenFixture<Port> {
  return async () => onNewFile(pick, options).fixture;
}

/** For the suite of copies: the port is opened as `migrate` does, the repositories as a server does. */
export const openPortableFixture: OpenFixture<PortableStore, PortableStoreFixture> = async () => {
  const { fixture, open } = onNewFile(({ portable }) => portable, { importing: true });
  return { ...fixture, repositories: async () => open() };
};

/** For the suite of outboxes: the users are of the same store. */
export const openOutboxFixture: OpenFixture<Outbox, OutboxFixture> = async () => {
  let users: UserRepository | undefined;
  const { fixture } = onNewFile((store) => {
    users ??= store.users;
    return store.outbox;
  });
  if (users === undefined) throw new Error('No store was opened');
  return { ...fixture, users };
};

/** For the suite of bins: the records are of the same store. */
export const openBinFixture: OpenFixture<AlgoBin, AlgoBinFixture> = async () => {
  let algos: AlgoRepository | undefined;
  const { fixture } = onNewFile((store) => {
    algos ??= store.algos;
    return store.bin;
  });
  if (algos === undefined) throw new Error('No store was opened');
  return { ...fixture, algos };
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
  const fixture: Fixture<Port> = { port: pick(open(options)), dump, reopen, another, cut, damage, close };
  return { fixture, open };
}
