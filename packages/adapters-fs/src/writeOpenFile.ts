import { closeSync, constants, open, write, writeSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isSystemError } from '@algotheque/domain/files';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FILE_MODE = 0o600;

/** So many bytes are copied to the memory of the system in less time than a thread is asked to do it. */
const SMALL_BYTES = 65_536;

const openFile = promisify(open);
const writeFile = promisify(write);

/**
 * Writes a new file that only this user can access, and resolves to it, open; to null, without a change, when something has
 * the name already. The content is not durable. What this leaves when it fails is removed.
 */
export async function writeOpenFile(path: string, content: Uint8Array): Promise<number | null> {
  const file = await openUnlessThere(path);
  if (file === null) return null;
  try {
    await writeAll(file, content);
    return file;
  } catch (error) {
    closeSync(file);
    await Promise.allSettled([unlink(path)]); // frees the space on a full disk at once
    throw error;
  }
}

async function openUnlessThere(path: string): Promise<number | null> {
  try {
    return await openFile(path, NEW_FILE, FILE_MODE);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return null;
    throw error;
  }
}

async function writeAll(file: number, content: Uint8Array): Promise<void> {
  for (let done = 0; done < content.length; ) {
    const left = content.length - done;
    done +=
      left <= SMALL_BYTES
        ? writeSync(file, content, done, left)
        : (await writeFile(file, content, done, left)).bytesWritten;
  }
}
