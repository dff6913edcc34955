import {
  type ImportOrder,
  type LockedContentFolder,
  type OpenedStore,
  type OpenStoreOptions,
  printProblem,
  type ReadStoreOptions,
  type StoreDriver,
  type StoreReading,
} from '@algotheque/domain';
import { parseUrl } from './connection/url.ts';
import { hasContent, openMongoReader, requireEmptyDatabase } from './openMongoReader.ts';
import { openMongoStore } from './openMongoStore.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';

/** Stores in a MongoDB database, by URLs with `mongodb://` or `mongodb+srv://`. Their content is in the database or in a folder. */
export const mongoDriver: StoreDriver = {
  checkUrl: (url) => void parseUrl(url),
  open,
  read,
  requireEmpty: requireEmptyDatabase,
};

const locationOf = (location: string): string => `mongodb://${location}`;

async function open(
  url: string,
  { folder, importing, secretFingerprint, ...options }: OpenStoreOptions,
): Promise<OpenedStore> {
  const isImport = importing !== undefined;
  const shared = { ...options, url, exclusive: isImport, importing: isImport };
  if (importing !== undefined) await begin({ ...shared, importing: 'mark' }, importing, folder);
  const fingerprint = secretFingerprint?.() ?? null;
  const store = openMongoStore({
    ...shared,
    contentPlace: folder ? { owner: folder.owner(), holdsContent: folder.holdsContent } : 'mongodb',
    ...(fingerprint !== null && { secretFingerprint: fingerprint }),
  });
  return openedStore(store, async () => folder?.open() ?? store.contentStore);
}

/**
 * Marks the database as the target of an import, if it is empty. Only the next opening prepares it, as a server would: a process that ends
 * before the mark leaves nothing, and a database that is refused is not changed.
 */
async function begin(
  options: MongoStoreOptions,
  order: ImportOrder,
  folder: LockedContentFolder | null,
): Promise<void> {
  const store = openMongoStore(options);
  try {
    const place = await store.contentPlace();
    const isOfFolder = folder !== null && place !== null && place !== 'store' && place.owner === folder.findOwner();
    await store.portable.beginImport({ ...order, isLeft: order.isLeft === true && isOfFolder });
  } finally {
    await store.close();
  }
}

function openedStore(store: MongoStore, openContent: OpenedStore['openContent']): OpenedStore {
  const {
    portable,
    location,
    ready,
    close,
    contentStore: _content,
    checks: _checks,
    contentPlace: _place,
    ...ports
  } = store;
  return { ports, portable, location: locationOf(location), ready, openContent, close };
}

async function read(url: string, options: ReadStoreOptions = {}): Promise<StoreReading> {
  const { mends = false, onProblem = printProblem, secretFingerprint } = options;
  const fingerprint = secretFingerprint?.() ?? null;
  const shared = { url, onProblem, ...(fingerprint !== null && { secretFingerprint: fingerprint }) };
  if (!mends) return openMongoReader(shared);
  const store = openMongoStore({ ...shared, existing: true, exclusive: true });
  try {
    await store.ready();
    return await mending(store, await openMongoReader(shared));
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A store that is read and mended: its checks use the connection that writes. */
const mending = async ({ portable, checks, close }: MongoStore, reading: StoreReading): Promise<StoreReading> => ({
  ...reading,
  portable,
  checks: checks(hasContent(await reading.contentPlace())),
  async close() {
    await reading.close();
    await close();
  },
});
