import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockDataFolder } from '@algotheque/adapters-fs';
import { FOLDER_MODE, ifPresent, syncFolder } from '@algotheque/domain/files';
import type { Closing } from '../closing.ts';
import { StartError } from '../startError.ts';
import { LOCKS, MANIFEST } from './form/parts.ts';
import { isOfThisUser } from './own.ts';

/** The tar of a backup before it has its name. */
export const UNFINISHED_TAR = 'backup.tar';
/** What a run can leave that ended just before its backup got its name. */
export const LAST: readonly string[] = [MANIFEST, UNFINISHED_TAR];
/** All names in a folder that is being filled. */
const OURS: ReadonlySet<string> = new Set(['contents', 'rows', ...LOCKS, ...LAST]);

/** Where a backup is made before it has its name. */
export const unfinishedName = (path: string): string => join(dirname(path), `${basename(path)}.partial`);

/**
 * Locks the folder of an unfinished backup, and makes it if it is absent; it has mode 0700.
 * @throws DataFolderInUseError; StartError when it belongs to another user, who could lead writes to other places, or has files
 * that no backup has left, for they would be lost
 */
export function lockUnfinished(dir: string, closing: Closing): void {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isDirectory() && isOfThisUser(found))) {
    throw new StartError(`${dir} is no folder of this user: remove it, or name another place`);
  }
  const foreign = found === undefined ? undefined : readdirSync(dir).find((name) => !isOurs(dir, name));
  if (foreign !== undefined) {
    throw new StartError(
      `${dir} has ${foreign}, which is no part of a backup of this user: move it away, or name another place`,
    );
  }
  closing.add(lockDataFolder(dir), (lock) => lock.release());
  chmodSync(dir, FOLDER_MODE);
}

/** A link, or a thing of another user, could lead writes to other places. */
function isOurs(dir: string, name: string): boolean {
  const found = lstatSync(join(dir, name));
  return OURS.has(name) && !found.isSymbolicLink() && isOfThisUser(found);
}

/** Gives a finished backup its name. It stays locked until the process has closed its lock. */
export async function nameBackup(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const name of LOCKS) await rm(join(to, name), { force: true });
  await syncFolder(to);
  await syncFolder(dirname(to));
}

/** @throws StartError when there is anything but an empty folder */
export async function refuseExisting(path: string): Promise<void> {
  if ((await ifPresent(lstat(path)))?.isSymbolicLink() === true) {
    throw new StartError(`${path} is a symbolic link, which a backup cannot replace: name another place`);
  }
  const names = await ifPresent(readdir(path)).catch(() => [MANIFEST]); // a file
  if (names === null || names.length === 0) return;
  throw new StartError(`${path} exists and is not empty: each backup needs a new name`);
}
