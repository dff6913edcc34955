import { statSync } from 'node:fs';
import {
  type DataFolderLock,
  type FolderUse,
  holdsContent,
  holdsMovedContent,
  lockDataFolder,
} from '@algotheque/adapters-fs';
import type { Closing } from '../closing.ts';
import { isWithin, ownedFolders, type Places } from '../places.ts';
import { StartError } from '../startError.ts';
import { refuseImporting } from './importMark.ts';
import { findOwnerId } from './keptText.ts';

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether a store exists whose content is in the folder `dir`. Nothing is made, opened or connected. 'no content': a store
 * exists or existed, but the folder has no content that could be without its database.
 * @throws StartError when an import into the folder has not ended
 */
export async function findStore(places: Places, dir: string): Promise<'store' | 'no content' | 'nothing'> {
  const { dataDir, store } = places;
  refuseImporting(dir);
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return 'nothing';
  if (await holdsContent(dir)) return 'store';
  if (store.path !== null && bytesOf(store.path) > 0) return 'store';
  // A database without a store refuses only a folder with content.
  if (store.path === null && findOwnerId(dir) !== null) return 'no content';
  return (await holdsMovedContent(dir)) ? 'no content' : 'nothing';
}

/** Whether a server has surely made no store here: its file is absent or empty, or its folder of content has no id. */
export function isAbsent({ store, contentDir }: Places): boolean {
  if (store.path !== null) return bytesOf(store.path) === 0;
  return contentDir !== null && findOwnerId(contentDir) === null;
}

export function noStoreError({ dataDir, store, contentDir }: Places): StartError {
  const others = [store.path, contentDir].filter((path) => path !== null && !isWithin(path, dataDir));
  const settings = 'ALGOTHEQUE_DATA_DIR, ALGOTHEQUE_STORE_URL and ALGOTHEQUE_FILES_URL';
  return new StartError(`There is no store in ${[dataDir, ...others].join(', ')}: are ${settings} right?`);
}

/** Call it before folders are locked, which makes them. SQLite would treat an empty file as an empty database. @throws StartError */
export function refuseNoFile({ path }: Pick<Places['store'], 'path'>): void {
  if (path === null) return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) throw new StartError(`There is no store in ${path}`);
}

/** Locks the folders of a store until the closing, all or none. @throws DataFolderInUseError */
export function lockFolders(places: Places, closing: Closing, use: FolderUse): void {
  const locks: DataFolderLock[] = [];
  try {
    for (const folder of ownedFolders(places)) locks.push(lockDataFolder(folder, use));
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
  for (const lock of locks) closing.add(lock, () => lock.release(), 'the lock of a folder');
}

/**
 * Locks the folders of a store for a server until the closing. Commands may work beside it.
 * @returns whether a server has used the file of the store before
 * @throws StartError when an import was interrupted; DataFolderInUseError
 */
export function lockForServer(places: Places, closing: Closing): { readonly hasStore: boolean } {
  refuseImporting(places.contentDir);
  lockFolders(places, closing, 'owner');
  return { hasStore: places.store.path !== null && !isAbsent(places) };
}
