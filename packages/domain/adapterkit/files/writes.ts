import { closeSync, constants, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
/** Flags for a file that may be there already. */
export const ANY_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Writes a file for this user alone, never through a symbolic link. Its content is durable when this resolves, and its
 * name once its folder is synced.
 * @param flags of `open`. Default: a file that is there is an error, EEXIST
 */
export async function writeFileDurably(path: string, content: Uint8Array | string, flags = NEW_FILE): Promise<void> {
  const file = await open(path, flags, FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** As `writeFileDurably`, for a file that is not there yet. It blocks: for the start only. */
export function writeNewFileNow(path: string, content: string): void {
  const file = openSync(path, NEW_FILE, FILE_MODE);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Moves a file; its new name is durable when this resolves. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}
