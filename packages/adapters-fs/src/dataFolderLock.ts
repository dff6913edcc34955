import { closeSync, constants, lstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isError } from '@algotheque/domain';
import { isSystemError, makeFolder } from '@algotheque/domain/files';
import { DataFolderInUseError, DataFolderNotWritableError } from './dataFolderErrors.ts';

export interface DataFolderLock {
  /** Releases the lock. A second call has no effect. */
  release(): void;
}

const SQLITE_BUSY = 5;
/** What SQLite may keep beside a database. */
const COMPANIONS = ['-journal', '-wal', '-shm'];
/** Without a wait, two processes that start at the same moment could each refuse because of the other's try. */
const WAIT_MS = 250;
const READ_PID = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PID_CHARS = 32;
const PID_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * How a process uses a data folder. `alone`: nobody else has it. `owner`: it alone changes the folder, and others may be beside it.
 * `beside`: it makes nothing in the folder, and only keeps out who wants it alone.
 */
export type FolderUse = 'alone' | 'owner' | 'beside';

/** SQLite lets one RESERVED lock and many SHARED ones be held at a time, and an EXCLUSIVE one beside none. */
const BEGIN: Readonly<Record<FolderUse, string>> = {
  alone: 'BEGIN EXCLUSIVE',
  owner: 'BEGIN IMMEDIATE',
  beside: 'BEGIN; SELECT 1 FROM sqlite_schema', // the lock is taken by the first read
};

// A lock lasts until it is released or the process ends, even if the caller drops what `lockDataFolder` returned.
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder; makes the folder (mode 0700) if it is absent, except for a use beside its owner. The lock is a
 * transaction on `lock.db`, which the kernel drops when the process ends, for any reason. The owning
 * process must not open `lock.db` as a file: closing that file would drop the lock.
 * @throws DataFolderInUseError, DataFolderNotWritableError
 */
export function lockDataFolder(dir: string, use: FolderUse = 'alone'): DataFolderLock {
  const folder = resolve(dir);
  const pidFile = join(folder, 'lock.pid');
  const isBeside = use === 'beside';
  try {
    if (!isBeside) makeFolder(folder);
    const path = lockFileOf(folder);
    if (!isBeside) makeEmptyFile(path);
    const database = new DatabaseSync(path, { timeout: WAIT_MS, readOnly: isBeside });
    try {
      database.exec(BEGIN[use]);
      if (!isBeside) writePid(pidFile);
    } catch (error) {
      database.close();
      throw error;
    }
    held.add(database);
    return { release: () => release(database, isBeside ? null : pidFile) };
  } catch (error) {
    if (isSqliteError(error) && error.errcode === SQLITE_BUSY) throw new DataFolderInUseError(folder, readPid(pidFile));
    if (isSqliteError(error))
      throw new DataFolderNotWritableError(folder, new Error(`lock.db: ${error.message}`, { cause: error }));
    if (isSystemError(error)) throw new DataFolderNotWritableError(folder, error);
    throw error;
  }
}

/** SQLite would follow a link, and lock or write another file. @throws the system's error when it or what SQLite keeps beside it is one */
function lockFileOf(folder: string): string {
  const path = join(folder, 'lock.db');
  const paths = [path, ...COMPANIONS.map((end) => `${path}${end}`)];
  const link = paths.find((at) => lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link === undefined) return path;
  const message = `${link} is a symbolic link, which is not followed`;
  throw Object.assign(new Error(message), { syscall: 'open', code: 'ELOOP' });
}

/** SQLite would make it readable for everybody. */
function makeEmptyFile(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
}

function writePid(path: string): void {
  const file = openSync(path, PID_FLAGS, 0o600);
  try {
    writeFileSync(file, `${process.pid}\n`);
  } finally {
    closeSync(file);
  }
}

function release(database: DatabaseSync, pidFile: string | null): void {
  if (!held.delete(database)) return;
  try {
    if (pidFile !== null) rmSync(pidFile, { force: true });
  } finally {
    database.close();
  }
}

function readPid(path: string): number | null {
  try {
    const file = openSync(path, READ_PID);
    try {
      const text = Buffer.alloc(PID_CHARS);
      const pid = Number(text.toString('utf8', 0, readSync(file, text)));
      return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isSystemError(error)) return null; // the process id is only for the message; the lock decides
    throw error;
  }
}

function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return isError(error) && 'errcode' in error;
}
