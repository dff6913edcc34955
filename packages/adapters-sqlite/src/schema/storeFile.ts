import { closeSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CorruptStoreError, StoreFileError } from '../errors.ts';

/**
 * Makes the file where there is none, with mode 0600: SQLite gives its companions `-wal` and `-shm` the same. A file
 * that is there is not touched, and never opened here: closing it would end the locks that SQLite holds on it.
 * @throws StoreFileError when no store can be there
 */
export function prepareFile(path: string): void {
  if (!statOf(path, dirname(path))?.isDirectory()) {
    throw new StoreFileError(path, 'cannot be made: its folder does not exist');
  }
  // The log first: where another process is just making the store, the file has content before the log has.
  const log = statOf(path, `${path}-wal`);
  const file = statOf(path, path);
  if (file !== undefined && !file.isFile()) throw new StoreFileError(path, 'is no regular file');
  if (log !== undefined && log.size > 0 && (file === undefined || file.size === 0)) {
    throw new CorruptStoreError(path, `is missing or empty, but ${path}-wal holds writes to it`);
  }
  if (file === undefined) create(path);
}

function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return; // another process was quicker
    throw new StoreFileError(path, 'cannot be made', { cause: error });
  }
}

function statOf(path: string, at: string): Stats | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreFileError(path, 'cannot be reached', { cause: error });
  }
}
