import { dirname } from 'node:path';
import { lockDataFolder } from '@algotheque/adapters-fs';
import type { Closing } from '../closing.ts';
import { ownedFolders } from '../places.ts';
import type { SidePlace } from './sidePlace.ts';

/**
 * Locks the folders of a side as a server does, so that no server runs on them meanwhile. @throws
 * DataFolderInUseError
 */
export function lockFolders({ store, files }: SidePlace, closing: Closing): void {
  for (const folder of foldersOf({ store, files })) {
    closing.add(lockDataFolder(folder), (lock) => lock.release());
  }
}

function foldersOf({ store, files }: SidePlace): string[] {
  const dataDir = store.kind === 'sqlite' ? dirname(store.path) : files.kind === 'folder' ? files.dir : null;
  return dataDir === null ? [] : ownedFolders({ dataDir, store, files, mail: { dir: dataDir, smtp: null } });
}
