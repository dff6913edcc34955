import { randomBytes } from 'node:crypto';
import { BSON, type Db, MongoClient } from 'mongodb';
import { type MongoStore, type MongoStoreOptions, openMongoStore } from '../../src/index.ts';
import type { MongoServer } from './mongoServer.ts';
import { openProxy, type Wire } from './proxy.ts';

/** The database of one test, and stores that use it through a wire of the test. */
export interface Scratch {
  readonly name: string;
  /** The database past the adapter. */
  readonly db: Db;
  readonly proxy: Wire;
  /** A URL through the wire; `options` for the query. */
  url(options?: Readonly<Record<string, string>>): string;
  /** Opens a store; ready unless `isLazy`. Closed with the rest. */
  open(options?: Partial<MongoStoreOptions> & { readonly isLazy?: boolean }): Promise<MongoStore>;
  /** Everything that is stored, as text. */
  dump(): Promise<string>;
  /** Problems that stores reported in the background. */
  readonly problems: unknown[];
  close(): Promise<void>;
}

const PATIENT_MS = '20000';
const WAITS = {
  serverSelectionTimeoutMS: '1000',
  connectTimeoutMS: PATIENT_MS,
  waitQueueTimeoutMS: PATIENT_MS,
  socketTimeoutMS: PATIENT_MS,
};

export async function openScratch(server: MongoServer): Promise<Scratch> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const direct = new MongoClient(server.url(name));
  const proxy = await openProxy(server.host, server.port);
  const db = direct.db(name);
  const stores: MongoStore[] = [];
  const problems: unknown[] = [];
  // The waits are short for a connection, so that a cut wire is noticed, and long for an answer, because the server may be busy. The
  // driver connects directly: it must use the wire, not the address that the server reports.
  const url = (options: Readonly<Record<string, string>> = {}) => {
    const query = new URL(server.url(name, { ...WAITS, directConnection: 'true', ...options }));
    query.host = `127.0.0.1:${proxy.port}`;
    return query.href;
  };
  return {
    name,
    db,
    proxy,
    url,
    async open({ isLazy = false, ...options } = {}) {
      const store = openMongoStore({ url: url(), onProblem: (problem) => problems.push(problem), ...options });
      stores.push(store);
      if (!isLazy) await store.ready();
      if (!isLazy) await dropTtlIndexes(db);
      return store;
    },
    dump: () => dump(db),
    problems,
    async close() {
      for (const store of stores) await store.close();
      await proxy.cut();
      await db.dropDatabase();
      await direct.close();
    },
  };
}

/** Some tests use times in the past: MongoDB would remove such documents during the test. */
async function dropTtlIndexes(db: Db): Promise<void> {
  for (const name of ['tokens', 'limits']) await db.collection(name).dropIndex('expireAt_1');
}

async function dump(db: Db): Promise<string> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const contents = await Promise.all(
    collections.map(async ({ name }) => [name, await db.collection(name).find().toArray()] as const),
  );
  const text = BSON.EJSON.stringify(Object.fromEntries(contents), { relaxed: true });
  const bytes = contents.flatMap(([name, documents]) => (name === 'contents' ? documents : []));
  // Content is stored as bytes; the dump shows it as text.
  return [text, ...bytes.map(({ bytes: stored }) => Buffer.from(stored.value()).toString('utf8'))].join('\n');
}
