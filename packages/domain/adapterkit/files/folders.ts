import { closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { access, type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnavailableError } from '@algotheque/domain';

export const FOLDER_MODE = 0o700;
const OWNER_ENTERS = 0o300;
const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Makes the folder and its parents, durably; only this user has access. A folder that exists keeps its mode. It blocks the
 * event loop, so use it only at the start. Node's recursive mkdir does not end if a parent exists and accepts no entries
 * (`/proc`, a link without a target).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isFolder(path)) throw error; // otherwise another process has made it meanwhile
  }
  syncFolderNow(parent);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Makes the names in the folder durable; the path may be a symbolic link. It blocks: use it only at the start. */
export function syncFolderNow(path: string): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** @throws UnavailableError when the path is not a folder; a symbolic link is not one */
export async function checkFolder(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory())
    throw new UnavailableError({ cause: new Error(`This is not a folder: ${path}`) });
}

/**
 * @throws UnavailableError when the path is not a folder, or when its mode does not let its owner make entries in it: root
 * could still write, but the next start may run as another user; a system error when this user cannot write in it
 */
export async function checkOpenFolder(path: string): Promise<void> {
  await checkFolder(path);
  await access(path, constants.W_OK | constants.X_OK);
  if (((await lstat(path)).mode & OWNER_ENTERS) === OWNER_ENTERS) return;
  throw new UnavailableError({ cause: new Error(`The folder is closed to its owner: ${path}`) });
}

/** Opens the folder; fails if the path is a symbolic link. */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, FOLDER_ITSELF);
}

/** Makes the names in the folder durable; fails if the path is a symbolic link. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await openFolder(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
