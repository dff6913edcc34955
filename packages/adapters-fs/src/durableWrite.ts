import { unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ANY_FILE, checkFolder, isSystemError, writeFileDurably } from '@algotheque/domain/files';

const EMPTY = new Uint8Array();

/** Makes the names in the folder of a new file durable. */
export type SyncNames = () => Promise<void>;

/** Writes a file that is not there yet; it and its name are durable when this resolves. */
export function createDurably(path: string, content: Uint8Array, syncNames: SyncNames): Promise<void> {
  return write(path, syncNames, () => writeFileDurably(path, content));
}

/**
 * Makes an empty file, durably; one that is there stays. Where that fails none is left: what a failed sync has left may
 * seem durable to the next one and not be.
 */
export async function touchDurably(path: string, syncNames: SyncNames): Promise<void> {
  try {
    await createDurably(path, EMPTY, syncNames);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') {
      return write(path, syncNames, () => writeFileDurably(path, EMPTY, ANY_FILE));
    }
    await Promise.allSettled([unlink(path)]); // where even this fails `pending` gives it
    throw error;
  }
}

async function write(path: string, syncNames: SyncNames, work: () => Promise<void>): Promise<void> {
  await checkFolder(dirname(path)); // with a symbolic link in the folder's place nothing is written elsewhere
  await work();
  await syncNames();
}
