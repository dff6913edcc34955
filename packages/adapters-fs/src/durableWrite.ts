import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openFolder } from './folders.ts';

const FILE_MODE = 0o600;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const ANY_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/** Writes a file that is not there yet; it and its name are durable when this resolves. */
export function createDurably(path: string, content: Uint8Array): Promise<void> {
  return write(path, content, NEW_FILE);
}

/** Makes an empty file, durably; one that is there stays. */
export function touchDurably(path: string): Promise<void> {
  return write(path, new Uint8Array(), ANY_FILE);
}

async function write(path: string, content: Uint8Array, flags: number): Promise<void> {
  // Opened first: with a symbolic link in the folder's place this fails, and nothing is written elsewhere.
  const folder = await openFolder(dirname(path));
  try {
    await writeFile(path, content, flags);
    await folder.sync();
  } finally {
    await folder.close();
  }
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
