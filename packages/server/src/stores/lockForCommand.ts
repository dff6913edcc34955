import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUseError, type Owner, ownerOf } from '@algotheque/adapters-fs';
import type { Closing } from '../closing.ts';
import { ownedFolders, type Places } from '../places.ts';
import { StartError } from '../startError.ts';
import { isAbsent, lockFolders } from './findStore.ts';

const ROOT = 0;

/**
 * Locks the folders of a store for a command until the closing. Root is refused in a store of another user, whose server could not use what
 * root makes: before it makes anything, and after it was seen that no server uses the store.
 * @throws DataFolderInUseError; StartError that names the user and the command
 */
export function lockForCommand(places: Places, closing: Closing): void {
  const owner = process.geteuid?.() === ROOT ? otherOwner(places) : null;
  if (owner === null) {
    lockFolders(places, closing, 'alone');
    return;
  }
  const hasLocks = ownedFolders(places).every((folder) => existsSync(join(folder, 'lock.db')));
  if (hasLocks) lockFolders(places, closing, 'alone');
  throw new StartError(
    `${owner.path} belongs to user ${owner.uid}, whose server could not use what root makes. Run this as that user: setpriv --reuid=${owner.uid} --regid=${owner.gid} --clear-groups algotheque …`,
  );
}

/**
 * As `lockForCommand`, or else beside the server that has the folders: then this process changes records only, and nothing in the folder of
 * content.
 * @returns whether it is beside a server
 * @throws DataFolderInUseError when another command has the folders; StartError
 */
export function lockOrShare(places: Places, closing: Closing): boolean {
  try {
    lockForCommand(places, closing);
    return false;
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    lockFolders(places, closing, 'beside');
    return true;
  }
}

/**
 * Whose the store is, if it is not of root: by the file of the database, or before it is there, by the folders. A server of root may use
 * folders of others.
 */
function otherOwner(places: Places): Owner | null {
  const { path } = places.store;
  const paths = path === null || isAbsent(places) ? ownedFolders(places) : [path];
  return paths.map(ownerOf).find((owner) => owner !== null && owner.uid !== ROOT) ?? null;
}
