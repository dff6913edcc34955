import { DatabaseSync } from 'node:sqlite';
import { type DiskRoom, emailKey, nameKey, wordsOf } from '@algotheque/domain';
import { StoreFileError } from '../errors.ts';
import { explain } from './failures.ts';
import { isUnused } from './storeFile.ts';
import { writeNothingNew } from './transactions.ts';

/** After many writes the write-ahead log is cut back to this size. */
const MAX_IDLE_LOG_BYTES = 64 * 1_024 * 1_024;

/**
 * The most of the file that is kept in memory, in KiB. With SQLite's own 2,000 KiB a commit that works share read pages of the indexes
 * again: 20,000 new algorithms took 64 µs of CPU each, with this 51.
 */
const CACHE_KIB = 8_192;

/** 'write': to read and write; 'read': only to read, also beside a process that writes. */
export type OpenMode = 'write' | 'read';

export interface OpenDatabaseOptions {
  /** How long a statement waits for the lock of another process, in milliseconds. It blocks this process during that time. */
  readonly busyTimeoutMs: number;
  /** Default: 'write'. With 'read', nothing can be written. */
  readonly access?: OpenMode;
}

export interface ConnectionOptions extends OpenDatabaseOptions {
  readonly room: DiskRoom;
  /** Milliseconds; may be set back. */
  readonly now: () => number;
  /**
   * Called, outside of any transaction, when a commit has failed but may be in the log. The error is thrown after
   * it.
   */
  readonly onDoubt: (cause: unknown) => void;
  /** Gets the number of works of each commit that works share. Default: nothing. */
  readonly onCommit?: ((works: number) => void) | undefined;
}

/**
 * SQLite makes a log beside a file that has none, also for a reader, and only a connection that may write removes it at its end. Where
 * there is a log, such a connection could move what a crash has left there into the file.
 */
export function openToRead(path: string, busyTimeoutMs: number): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: !isUnused(path), timeout: busyTimeoutMs });
  db.exec('PRAGMA query_only = ON');
  return db;
}

/** When it throws, nothing stays open. */
export function openDatabase(path: string, { busyTimeoutMs, access = 'write' }: OpenDatabaseOptions): DatabaseSync {
  if (access === 'read') return explain(path, () => withFunctions(openToRead(path, busyTimeoutMs)));
  const db = explain(path, () => new DatabaseSync(path, { timeout: busyTimeoutMs }));
  try {
    explain(path, () => set(db, path));
    return withFunctions(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Defines the SQL functions of checks, as the domain has them: `emailKey(mode, address)`, where what is no text has no key; `nameKey(name)`
 * and `nameWords(name)`, a JSON list, by which names are sorted and searched.
 */
export function withFunctions(db: DatabaseSync): DatabaseSync {
  db.function('emailKey', { deterministic: true }, (mode, address) =>
    typeof address === 'string' ? emailKey(mode === 'folded' ? 'folded' : 'exact', address) : null,
  );
  db.function('nameKey', { deterministic: true }, (nom) => (typeof nom === 'string' ? nameKey(nom) : ''));
  db.function('nameWords', { deterministic: true }, (nom) =>
    typeof nom === 'string' ? JSON.stringify(wordsOf(nom)) : '[]',
  );
  return db;
}

function set(db: DatabaseSync, path: string): void {
  const mode = db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  if (mode !== 'wal') throw new StoreFileError(path, 'lies where SQLite cannot keep a write-ahead log');
  db.exec(`
    PRAGMA synchronous = FULL; -- a commit waits for the disk, unless writeUnsynced makes it
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY; -- what a work needs to be undone, a few pages each
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA secure_delete = ON; -- what is deleted is overwritten, not only forgotten
    PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
  `);
  requireWritable(db);
}

/**
 * If SQLite cannot open the file or its log to write, it opens them to read, and says nothing until the first write. Then all
 * writes of the connection would fail, also when the disk works again.
 */
function requireWritable(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  writeNothingNew(db);
  db.exec('ROLLBACK'); // nothing reaches the disk
}
