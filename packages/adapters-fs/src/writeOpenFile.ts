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
 * Writes a new file that only this user can access, and resolves to it, open. Its content is not durable. What an
 * earlier try has left under the name is removed; what this one leaves when it fails is removed too.
 */
export async function writeOpenFile(path: string, content: Uint8Array): Promise<number> {
  const file = await openAnew(path);
  try {
    await writeAll(file, content);
    return file;
  } catch (error) {
    closeSync(file);
    await Promise.allSettled([unlink(path)]); // frees the space on a full disk at once
    throw error;
  }
}

async function openAnew(path: string): Promise<number> {
  try {
    return await openFile(path, NEW_FILE, FILE_MODE);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    await unlink(path);
    return openFile(path, NEW_FILE, FILE_MODE);
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
