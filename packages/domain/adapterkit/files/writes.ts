import { closeSync, constants, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
/** Flags for a file that may exist already. */
export const ANY_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Writes a file that only this user can access. It does not follow a symbolic link. The content is durable when this
 * resolves; the name is durable once the folder is synced.
 * @param flags of `open`. Default: EEXIST is thrown if the file exists
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

/** As `writeFileDurably`, for a file that does not exist yet. It blocks: use it only at the start. */
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
