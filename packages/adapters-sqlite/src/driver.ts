import { resolve } from 'node:path';
import {
  type LockedContentFolder,
  type OpenedStore,
  type OpenStoreOptions,
  printProblem,
  type ReadStoreOptions,
  type StoreDriver,
  type StoreReading,
  StoreUrlError,
} from '@algotheque/domain';
import { requireFile, statOf } from './connection/storeFile.ts';
import { StoreFileError } from './errors.ts';
import { openSqliteReader, requireEmptyFile } from './openSqliteReader.ts';
import { openSqliteStore } from './openSqliteStore.ts';
import type { SqliteStore } from './options.ts';
import { matchContent, refuseNoDatabase } from './schema/contentMatch.ts';
import { quickCheck } from './upkeep/quickCheck.ts';

/** Stores in one file, by URLs of the form `sqlite:PATH`. Their content is in a folder always. */
export const sqliteDriver: StoreDriver = {
  checkUrl: (url) => void pathOf(url),
  open,
  read,
  async requireEmpty(url) {
    const path = pathOf(url);
    if ((statOf(path, path)?.size ?? 0) > 0) requireEmptyFile(path);
  },
};

/** @throws StoreUrlError */
function pathOf(url: string): string {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : '';
  if (path === '') throw new StoreUrlError('The URL of a store on SQLite must be sqlite:PATH');
  return resolve(path);
}

const locationOf = (path: string): string => `sqlite:${path}`;

/** @throws StoreUrlError when the content should be in the store */
function required<Files>(files: Files | null): Files {
  if (files !== null) return files;
  throw new StoreUrlError('A store on SQLite keeps the content of algorithms in a folder');
}

async function open(url: string, options: OpenStoreOptions): Promise<OpenedStore> {
  const [path, folder] = [pathOf(url), required(options.folder)];
  const { importing, existing = false } = options;
  if (importing === undefined) refuseNoDatabase(path, folder);
  if (existing) requireFile(path);
  const store = openSqliteStore(path, { ...options, importing: importing !== undefined });
  try {
    if (importing === undefined) matchContent(store.contentOwner, folder, path);
    else {
      const isOfFolder = store.contentOwner.find() === folder.findOwner();
      await store.portable.beginImport({ ...importing, isLeft: importing.isLeft === true && isOfFolder });
      store.contentOwner.record(folder.owner());
    }
    return openedStore(store, folder);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function openedStore(store: SqliteStore, folder: LockedContentFolder): OpenedStore {
  const { portable, path, close, contentOwner: _owner, checks: _checks, ...ports } = store;
  return {
    ports,
    portable,
    location: locationOf(path),
    async ready() {},
    openContent: () => folder.open(),
    async checkItself(signal) {
      const findings = await quickCheck(path, signal);
      return findings.length === 0 ? null : new StoreFileError(path, `is damaged: ${findings.join('; ')}`);
    },
    close,
  };
}

async function read(url: string, { mends = false, onProblem = printProblem }: ReadStoreOptions = {}) {
  const path = pathOf(url);
  if (!mends) return openSqliteReader(path);
  requireFile(path);
  const store = openSqliteStore(path, { onProblem });
  try {
    return mending(store, openSqliteReader(path));
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A store that is read and mended: its checks use the connection that writes. */
const mending = ({ portable, checks, close }: SqliteStore, reading: StoreReading): StoreReading => ({
  ...reading,
  portable,
  checks: checks(reading.location),
  async close() {
    await reading.close();
    await close();
  },
});
