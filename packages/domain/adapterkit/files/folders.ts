import { closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { access, type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnavailableError } from '@algotheque/domain';

export const FOLDER_MODE = 0o700;
const OWNER_ENTERS = 0o300;
const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Makes the folder and those above it, durably, for this user alone. One that is there keeps its mode. It blocks
 * while it makes one: for the start only. Node's own recursive mkdir never returns where a parent exists and takes no entry (`/proc`, a link to nowhere).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isFolder(path)) throw error; // else another process was faster
  }
  syncFolderNow(parent);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Makes the names in the folder durable; the folder may be reached through a symbolic link. It blocks: for the start only. */
export function syncFolderNow(path: string): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** @throws UnavailableError when the path is no folder, a symbolic link among others */
export async function checkFolder(path: string): Promise<void> {
  if ((await lstat(path)).isDirectory()) return;
  throw new UnavailableError({ cause: new Error(`This is not a folder: ${path}`) });
}

/**
 * @throws UnavailableError when the path is no folder, or its mode keeps its owner from making names in it: root would not
 * see that, and the next start is perhaps not root's; a system error when this user cannot
 */
export async function checkOpenFolder(path: string): Promise<void> {
  await checkFolder(path);
  await access(path, constants.W_OK | constants.X_OK);
  if (((await lstat(path)).mode & OWNER_ENTERS) === OWNER_ENTERS) return;
  throw new UnavailableError({ cause: new Error(`The folder is closed to its owner: ${path}`) });
}

/** Opens the folder itself, never what a symbolic link in its place points to. */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, FOLDER_ITSELF);
}

/** Makes the names in the folder durable: of the folder itself, as `openFolder`. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await openFolder(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
