import { dirname } from 'node:path';
import { lockDataFolder } from '@algotheque/adapters-fs';
import type { Closing } from '../closing.ts';
import { ownedFolders } from '../places.ts';
import type { SidePlace } from './sidePlace.ts';

/** Takes the folders of a side as a server would, so that none runs on them meanwhile. @throws DataFolderInUseError */
export function lockFolders({ store, files }: SidePlace, closing: Closing): void {
  for (const folder of foldersOf({ store, files })) {
    closing.add(lockDataFolder(folder), (lock) => lock.release());
  }
}

function foldersOf({ store, files }: SidePlace): string[] {
  const dataDir = store.kind === 'sqlite' ? dirname(store.path) : files.kind === 'folder' ? files.dir : null;
  return dataDir === null ? [] : ownedFolders({ dataDir, store, files, mail: { dir: dataDir, smtp: null } });
}
