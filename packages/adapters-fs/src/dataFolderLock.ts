import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUseError, DataFolderNotWritableError } from './dataFolderErrors.ts';
import { makeFolder } from './folders.ts';
import { isSystemError } from './systemErrors.ts';

export interface DataFolderLock {
  /** Lets the next owner in. A second call has no effect. */
  release(): void;
}

const SQLITE_BUSY = 5;
/** With no wait at all, two that begin at the same moment could each be kept out by the other's try. */
const WAIT_MS = 250;
const PID_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

// A lock lasts until it is released or the process ends, also when nobody keeps what `lockDataFolder` returned.
const held = new Set<DatabaseSync>();

/**
 * Makes this process the one owner of a data folder; makes the folder (mode 0700) where it is absent. The lock is an
 * exclusive transaction held open on `lock.db`, which the kernel drops with the process, however that ends. Nothing in
 * the owning process may open `lock.db` as a file: closing it again would drop the lock.
 * @throws DataFolderInUseError, DataFolderNotWritableError
 */
export function lockDataFolder(dir: string): DataFolderLock {
  const folder = resolve(dir);
  const pidFile = join(folder, 'lock.pid');
  try {
    const database = holdTransaction(folder);
    try {
      writePid(pidFile);
    } catch (error) {
      database.close();
      throw error;
    }
    held.add(database);
    return { release: () => release(database, pidFile) };
  } catch (error) {
    if (isBusy(error)) throw new DataFolderInUseError(folder, readPid(pidFile));
    if (isSystemError(error) || isSqliteError(error)) throw new DataFolderNotWritableError(folder, error);
    throw error;
  }
}

function holdTransaction(folder: string): DatabaseSync {
  makeFolder(folder);
  const path = join(folder, 'lock.db');
  makeEmptyFile(path);
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** SQLite would make it readable to all. */
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

function release(database: DatabaseSync, pidFile: string): void {
  if (!held.delete(database)) return;
  try {
    rmSync(pidFile, { force: true });
  } finally {
    database.close();
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (isSystemError(error)) return null; // the lock decides; the number is only for the message
    throw error;
  }
}

function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

const isBusy = (error: unknown): boolean => isSqliteError(error) && error.errcode === SQLITE_BUSY;
