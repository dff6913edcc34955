import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkFolder } from './folders.ts';
import { isSystemError } from './systemErrors.ts';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const ANY_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/** Makes the names in the folder of a new file durable. */
export type SyncNames = () => Promise<void>;

/** Writes a file that is not there yet; it and its name are durable when this resolves. */
export function createDurably(path: string, content: Uint8Array, syncNames: SyncNames): Promise<void> {
  return write(path, { content, flags: NEW_FILE, syncNames });
}

/**
 * Makes an empty file, durably; one that is there stays. Where that fails none is left: what a failed sync has left may
 * seem durable to the next one and not be.
 */
export async function touchDurably(path: string, syncNames: SyncNames): Promise<void> {
  const content = new Uint8Array();
  try {
    await write(path, { content, flags: NEW_FILE, syncNames });
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return write(path, { content, flags: ANY_FILE, syncNames });
    await Promise.allSettled([unlink(path)]); // where even this fails `pending` gives it
    throw error;
  }
}

interface Write {
  readonly content: Uint8Array;
  readonly flags: number;
  readonly syncNames: SyncNames;
}

async function write(path: string, { content, flags, syncNames }: Write): Promise<void> {
  await checkFolder(dirname(path)); // with a symbolic link in the folder's place nothing is written elsewhere
  await writeFile(path, content, flags);
  await syncNames();
}

async function writeFile(path: string, content: Uint8Array, flags: number): Promise<void> {
  const file = await open(path, flags, FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
