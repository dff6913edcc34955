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
 * Makes an empty file, durably; an existing file stays. If this fails, the file is removed: after a failed sync the next sync
 * may succeed although the file is not durable.
 */
export async function touchDurably(path: string, syncNames: SyncNames): Promise<void> {
  try {
    await createDurably(path, EMPTY, syncNames);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') {
      return write(path, syncNames, () => writeFileDurably(path, EMPTY, ANY_FILE));
    }
    await Promise.allSettled([unlink(path)]); // if this fails too, `pending` returns the file
    throw error;
  }
}

async function write(path: string, syncNames: SyncNames, work: () => Promise<void>): Promise<void> {
  await checkFolder(dirname(path)); // a symbolic link in the place of the folder would lead the write to another place
  await work();
  await syncNames();
}
