import { closeSync, lstatSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CorruptStoreError, StoreFileError } from '../errors.ts';

/** Bytes of the smallest page, https://sqlite.org/fileformat.html. */
const SMALLEST_DATABASE = 512;

/**
 * Makes the file where there is none, with mode 0600: SQLite gives its companions `-wal` and `-shm` the same. A file
 * that is there is not touched, and never opened here: closing it would end the locks that SQLite holds on it.
 * @throws StoreFileError when no store can be there
 */
export function prepareFile(path: string): void {
  if (!statOf(path, dirname(path))?.isDirectory()) {
    throw new StoreFileError(path, 'cannot be made: its folder does not exist');
  }
  for (const at of [path, logOf(path), `${path}-shm`, `${path}-journal`]) refuseLink(path, at);
  // The log first: where another process is just making the store, the file has content before the log has.
  const log = statOf(path, logOf(path));
  const file = statOf(path, path);
  if (file !== undefined && !file.isFile()) throw new StoreFileError(path, 'is no regular file');
  if (log !== undefined && log.size > 0 && (file === undefined || file.size === 0)) {
    throw new CorruptStoreError(path, `is missing or empty, but ${logOf(path)} holds writes to it`);
  }
  // SQLite itself takes a file of one byte for an empty one, and would overwrite it.
  if (file !== undefined && file.size > 0 && file.size < SMALLEST_DATABASE) {
    throw new CorruptStoreError(path, 'is cut short, or is no SQLite database');
  }
  if (file === undefined) create(path);
}

/** SQLite would follow it, and write into a file that is somebody else's. The folder itself may be reached by links. */
function refuseLink(path: string, at: string): void {
  if (statOf(path, at, lstatSync)?.isSymbolicLink() !== true) return;
  throw new StoreFileError(path, `cannot be used: ${at} is a symbolic link, which is not followed`);
}

function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return; // another process was quicker
    throw new StoreFileError(path, 'cannot be made', { cause: error });
  }
}

/** The log beside the file: where writes are until SQLite moves them into it. */
export const logOf = (path: string): string => `${path}-wal`;

/** @throws StoreFileError about `path` when `at` cannot be reached */
export function statOf(path: string, at: string, stat: typeof statSync = statSync): Stats | undefined {
  try {
    return stat(at, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreFileError(path, 'cannot be reached', { cause: error });
  }
}
