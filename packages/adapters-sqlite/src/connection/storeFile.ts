import { closeSync, lstatSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isError } from '@algotheque/domain';
import { CorruptStoreError, StoreFileError } from '../errors.ts';
import { explain, unavailable } from './failures.ts';

/** Bytes of the smallest page, https://sqlite.org/fileformat.html. */
const SMALLEST_DATABASE = 512;

/**
 * Makes the file if it is absent, with mode 0600: SQLite gives `-wal` and `-shm` the same mode. An existing file is
 * not changed and never opened here: closing it would end the locks that SQLite holds on it.
 * @throws StoreFileError when no store can be there
 */
export function prepareFile(path: string): void {
  if (!statOf(path, dirname(path))?.isDirectory()) {
    throw new StoreFileError(path, 'cannot be made: its folder does not exist');
  }
  for (const at of [path, logOf(path), `${path}-shm`, `${path}-journal`]) refuseLink(path, at);
  // The log first: while another process makes the store, the file has content before the log has.
  const log = statOf(path, logOf(path));
  const file = statOf(path, path);
  if (file !== undefined && !file.isFile()) throw new StoreFileError(path, 'is no regular file');
  if (log !== undefined && log.size > 0 && (file === undefined || file.size === 0)) {
    throw new CorruptStoreError(path, `is missing or empty, but ${logOf(path)} holds writes to it`);
  }
  // SQLite treats a file of one byte as empty and would overwrite it.
  if (file !== undefined && file.size > 0 && file.size < SMALLEST_DATABASE) {
    throw new CorruptStoreError(path, 'is cut short, or is no SQLite database');
  }
  if (file === undefined) create(path);
}

/** SQLite would follow a link and write into another file. The folder itself may be reached through links. */
function refuseLink(path: string, at: string): void {
  if (statOf(path, at, lstatSync)?.isSymbolicLink() !== true) return;
  throw new StoreFileError(path, `cannot be used: ${at} is a symbolic link, which is not followed`);
}

function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (isError(error) && 'code' in error && error.code === 'EEXIST') return; // another process has made it
    throw new StoreFileError(path, 'cannot be made', { cause: error });
  }
}

/** The log beside the file: writes are in it until SQLite moves them into the file. */
export const logOf = (path: string): string => `${path}-wal`;

/** @throws StoreFileError about `path` when `at` cannot be reached */
export function statOf(path: string, at: string, stat: typeof statSync = statSync): Stats | undefined {
  try {
    return stat(at, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreFileError(path, 'cannot be reached', { cause: error });
  }
}

/** @throws StoreFileError when no file with a store can be there */
export function requireFile(path: string): void {
  const stat = statOf(path, path);
  if (stat === undefined || stat.size === 0) throw new StoreFileError(path, 'is absent or empty');
  if (!stat.isFile()) throw new StoreFileError(path, 'is no regular file');
}

/** A process that has the file open keeps a log, or a journal, beside it; the last one removes it. */
export const isUnused = (path: string): boolean =>
  [logOf(path), `${path}-journal`].every((at) => statOf(path, at) === undefined);

const OWNER_WRITES = 0o200;

export class OpenedFile {
  readonly #path: string;
  readonly #id: string | null;

  /** @throws UnavailableError when the system cannot tell which file lies at the path */
  constructor(path: string) {
    this.#path = path;
    this.#id = explain(path, () => idOf(path));
  }

  /**
   * Writes to a removed file are lost. This check takes 2 µs; a durable commit takes 100 µs and more.
   * @throws UnavailableError when another file, or none, lies at the path
   */
  requireSame(): void {
    if (idOf(this.#path) === this.#id) return;
    throw unavailable(new StoreFileError(this.#path, 'was removed or replaced while it was open'));
  }

  /**
   * A file that is marked as read-only stays open for writing; the next opening of it fails. Root can still write to it.
   * @throws UnavailableError when it is marked so
   */
  requireWritable(): void {
    if ((statSync(this.#path).mode & OWNER_WRITES) !== 0) return;
    throw unavailable(new StoreFileError(this.#path, 'is marked as read-only'));
  }
}

function idOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
