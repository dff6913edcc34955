import {
  type ContentFolder,
  type OpenedStore,
  type OpenStoreOptions,
  printProblem,
  type ReadStoreOptions,
  type StoreDriver,
  type StoreReading,
} from '@algotheque/domain';
import { storeChecks } from './checks/storeChecks.ts';
import { parseUrl } from './connection/url.ts';
import { openMongoViews } from './copies/openViews.ts';
import { type MongoReader, openMongoReader } from './openMongoReader.ts';
import { openMongoStore } from './openMongoStore.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';

/** Stores in a MongoDB database, by URLs with `mongodb://` or `mongodb+srv://`. Their content is in the database or in a folder. */
export const mongoDriver: StoreDriver = {
  checkUrl: (url) => void parseUrl(url),
  open,
  read,
  views: openMongoViews,
};

const locationOf = (location: string): string => `mongodb://${location}`;

async function open(
  url: string,
  { folder, importFrom, alone = false, secretFingerprint, ...options }: OpenStoreOptions,
): Promise<OpenedStore> {
  const importing = importFrom !== undefined;
  const shared = { ...options, url, importing, exclusive: alone || importing };
  const openStore = folder && openedOnce(folder);
  const begun = importFrom === undefined ? null : await begin(shared, importFrom);
  const fingerprint = secretFingerprint?.() ?? null;
  const store = openMongoStore({
    ...shared,
    contentPlace:
      folder && openStore ? { owner: folder.owner(), holdsContent: folder.holdsContent, openStore } : 'mongodb',
    ...(fingerprint !== null && { secretFingerprint: fingerprint }),
  });
  return openedStore(store, openStore ?? (async () => store.contentStore), begun);
}

/**
 * Marks the database as the target of an import, if it is empty. Only the next opening records where its content is, as a server would,
 * because that changes a database that may be refused.
 */
async function begin(options: MongoStoreOptions, source: string): Promise<'begun' | 'resumed'> {
  const store = openMongoStore(options);
  return store.portable.beginImport(source).finally(() => store.close());
}

/** Opens the content of a folder, once: for the upgrade of the database and for the service. */
function openedOnce(folder: ContentFolder): ContentFolder['openStore'] {
  let opening: ReturnType<ContentFolder['openStore']> | null = null;
  return () => {
    opening ??= folder.openStore();
    return opening;
  };
}

function openedStore(
  store: MongoStore,
  openContent: OpenedStore['openContent'],
  begun: OpenedStore['begun'],
): OpenedStore {
  const { portable, location } = store;
  const { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, rounds, clock } = store;
  return {
    ports: { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, rounds, clock },
    portable,
    location: locationOf(location),
    begun,
    ready: () => store.ready(),
    openContent,
    close: () => store.close(),
  };
}

async function read(url: string, options: ReadStoreOptions): Promise<StoreReading> {
  const { files, mends = false, onProblem = printProblem, secretFingerprint } = options;
  const fingerprint = secretFingerprint?.() ?? null;
  const shared = { url, onProblem, ...(fingerprint !== null && { secretFingerprint: fingerprint }) };
  if (!mends) return reading(await openMongoReader(shared), files);
  const store = openMongoStore({ ...shared, existing: true, exclusive: true });
  try {
    await store.ready();
    return reading(store, files);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function reading(store: MongoReader, files: ReadStoreOptions['files']): StoreReading {
  const { contentStore, portable, checks, location } = store;
  const { users, algos, bin, history, folders, sessionStore, deletions } = store;
  return {
    ports: { users, algos, bin, history, folders, sessionStore, deletions },
    portable,
    content: files ?? contentStore,
    checks: storeChecks(checks, files === null),
    location: locationOf(location),
    contentPlace: () => store.contentPlace(),
    requireUnchanged() {},
    close: () => store.close(),
  };
}
