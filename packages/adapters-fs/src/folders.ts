import { closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UnavailableError } from '@algotheque/domain';

const FOLDER_MODE = 0o700;
const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Makes the folder and those above it, durably, for this user alone. One that is there keeps its mode. For the start: it blocks. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  const above = dirname(first);
  const made = relative(above, path).split(sep);
  made.forEach((_, depth) => {
    syncFolderNow(join(above, ...made.slice(0, depth)));
  });
}

function syncFolderNow(path: string): void {
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
  throw new UnavailableError({ cause: new Error(`Not a folder: ${path}`) });
}

/** Opens a folder itself, never what a symbolic link in its place points to. */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, FOLDER_ITSELF);
}

/** Makes the names in the folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await openFolder(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
