import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type DiskRoom, emailKey, nameKey, wordsOf } from '@algotheque/domain';
import { StoreFileError } from '../errors.ts';
import { explain } from './failures.ts';
import { writeNothingNew } from './transactions.ts';

/** After many writes the write-ahead log is cut back to this size. */
const MAX_IDLE_LOG_BYTES = 64 * 1_024 * 1_024;

/**
 * The most of the file that is kept in memory, in KiB. With SQLite's own 2,000 KiB a commit that works share read pages of the indexes
 * again: 20,000 new algorithms took 64 µs of CPU each, with this 51.
 */
const CACHE_KIB = 8_192;

/**
 * 'write': to read and write; 'read': only to read, also beside a process that writes; 'unused': only to read, while no process
 * has the file open. Without a log SQLite would make one to lock it, also for a reader, and 'unused' makes nothing.
 */
export type Access = 'write' | 'read' | 'unused';

export interface OpenDatabaseOptions {
  /** How long a statement waits for the lock of another process, in milliseconds. It blocks this process during that time. */
  readonly busyTimeoutMs: number;
  /** Default: 'write'. With another access, nothing can be written. */
  readonly access?: Access;
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

export function openToRead(path: string, access: Exclude<Access, 'write'>, busyTimeoutMs: number): DatabaseSync {
  const url = pathToFileURL(path);
  if (access === 'unused') url.searchParams.set('immutable', '1'); // https://sqlite.org/uri.html
  return new DatabaseSync(url, { readOnly: true, timeout: busyTimeoutMs });
}

/** When it throws, nothing stays open. */
export function openDatabase(path: string, { busyTimeoutMs, access = 'write' }: OpenDatabaseOptions): DatabaseSync {
  if (access !== 'write') return explain(path, () => withFunctions(openToRead(path, access, busyTimeoutMs)));
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
