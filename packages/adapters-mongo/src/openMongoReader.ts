import { type ContentPlace, ImportRefusedError, printProblem, type StoreReading } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { Clients } from './connection/clients.ts';
import { commandsOn } from './connection/commands.ts';
import { type MongoTarget, parseUrl } from './connection/url.ts';
import type { MongoStoreOptions } from './options.ts';
import { isImporting, recordedEmailCase, refuseOtherSecret, refuseUnfinishedImport } from './schema/claims.ts';
import { refuseAbsentStore, refuseOtherSchema } from './schema/version.ts';
import { storePorts } from './storePorts.ts';
import { holder } from './upkeep/portableTables.ts';
import { mongoStoreView } from './upkeep/storeView.ts';

/**
 * Connects to a store on MongoDB only to read it. Servers may use it at the same time, and nothing is written, not even a presence. Its
 * views are of one moment on replica sets and sharded clusters; a stand-alone server cannot do that. MongoDB keeps the data of a moment for
 * `minSnapshotHistoryWindowInSeconds`, 300 s by default.
 * @throws MongoUrlError; UnavailableError when MongoDB cannot be reached; StoreRefusedError of one of its kinds when there
 * is no store, it is of another release, or an import into it is not finished; nothing stays open then
 */
export async function openMongoReader(options: ReaderOptions): Promise<StoreReading> {
  const target = parseUrl(options.url);
  const clients = new Clients(target, options.onProblem ?? printProblem);
  try {
    await clients.connect();
    return await readingOf(clients, target, options);
  } catch (error) {
    await clients.close();
    throw error;
  }
}

type ReaderOptions = Pick<MongoStoreOptions, 'url' | 'secretFingerprint' | 'onProblem'>;

async function readingOf(clients: Clients, target: MongoTarget, options: ReaderOptions): Promise<StoreReading> {
  const { secretFingerprint, onProblem = printProblem } = options;
  const { location } = target;
  const commands = commandsOn(clients, target);
  await commands.run('meta.schema', refuseAbsentStore);
  await commands.run('meta.schema', refuseOtherSchema);
  await commands.run('meta.import', refuseUnfinishedImport);
  const emails = { case: await commands.run('meta.emailCase', recordedEmailCase) };
  if (secretFingerprint !== undefined) {
    await commands.run('meta.secret', (db) => refuseOtherSecret(db, secretFingerprint));
  }
  const store = storePorts({ ...commands, health: async () => {} }, { emails, now: Date.now, onProblem, location });
  const { users, algos, bin, history, folders, sessionStore, deletions } = store;
  const present = mongoStoreView(commands, null);
  const isOneMoment = await commands.run('hello', hasSnapshots);
  return {
    location: `mongodb://${location}`,
    ports: { users, algos, bin, history, folders, sessionStore, deletions },
    present,
    isOneMoment,
    async take() {
      if (!isOneMoment) return { ...present, end: async () => {} };
      const session = await commands.run('startSession', async (db) => db.client.startSession({ snapshot: true }));
      return { ...mongoStoreView(commands, session), end: () => session.endSession() };
    },
    checks: store.checks(hasContent(await store.contentPlace())),
    portable: null,
    contentPlace: () => store.contentPlace(),
    locate: (ref) => `contents/${ref}`,
    close: () => clients.close(),
  };
}

/** Whether the database may have the content of algorithms. */
export const hasContent = (place: ContentPlace | null): boolean => place === null || place === 'store';

/** A stand-alone server has neither a set name nor the mark of a router. */
async function hasSnapshots(db: Db): Promise<boolean> {
  const { setName, msg } = await db.command({ hello: 1 });
  return setName !== undefined || msg === 'isdbgrid';
}

/**
 * @throws ImportRefusedError when the database has records or contents, which are of no unfinished import; MongoUrlError, UnavailableError
 */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const target = parseUrl(url);
  const clients = new Clients(target, printProblem);
  try {
    await clients.connect();
    const commands = commandsOn(clients, target);
    const held = await commands.run('meta.import', holder);
    if (held !== null && !(await commands.run('meta.import', isImporting)))
      throw new ImportRefusedError(`The MongoDB database at ${target.location} is not empty: collection ${held}`);
  } finally {
    await clients.close();
  }
}
