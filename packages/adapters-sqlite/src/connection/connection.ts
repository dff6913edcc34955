import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CorruptStoreError, StoreFileError } from '../errors.ts';
import { explained, unavailable } from './failures.ts';
import { UnreadableRowError } from './rowReader.ts';

/**
 * FULL: what is committed survives a power loss. NORMAL: it survives a crash of the process, and a power loss may take
 * the last commits; it never takes one that a FULL connection made, for the log is one and is synced as a whole.
 */
export type Durability = 'FULL' | 'NORMAL';

export interface ConnectionOptions {
  readonly durability: Durability;
  /** How long a statement waits for another process's lock, in milliseconds. It blocks this process meanwhile. */
  readonly busyTimeoutMs: number;
}

/** One connection to the store file. What goes through `read` and `write` fails with errors of the ports only. */
export class Connection {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #fileId: string | null;

  constructor(path: string, { durability, busyTimeoutMs }: ConnectionOptions) {
    this.path = path;
    this.#db = explain(path, () => new DatabaseSync(path, { timeout: busyTimeoutMs }));
    try {
      explain(path, () => this.#set(durability));
      this.#fileId = explain(path, () => fileId(path));
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /** Parses SQL once, for as long as the connection is open. */
  prepare(sql: string): StatementSync {
    return this.#db.prepare(sql);
  }

  /** Runs SQL without parameters: the schema's. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** @throws UnavailableError when the file cannot be read now, or what is in it is not ours: then a CorruptStoreError is its cause */
  read<Value>(work: () => Value): Value {
    if (!this.#db.isOpen) throw unavailable(new StoreFileError(this.path, 'is closed'));
    try {
      return explain(this.path, work);
    } catch (error) {
      throw error instanceof CorruptStoreError ? unavailable(error) : error;
    }
  }

  /**
   * Runs `work` in a transaction that holds the write lock from its beginning, so that nothing it has read changes
   * before it writes. All of it happens, durably, or nothing.
   * @throws as `read`
   */
  write<Value>(work: () => Value): Value {
    return this.read(() => {
      this.#checkFile();
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        this.#db.exec('COMMIT');
        return value;
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK'); // after some failures SQLite has done so itself
        throw error;
      }
    });
  }

  /** Reads from the file, and sees whether it is still the one at its path. */
  health(): void {
    this.read(() => {
      this.#db.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
      this.#checkFile();
    });
  }

  /** A second call has no effect. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** What is written to a file that was removed is lost with it. Costs 2 µs, where a durable commit takes 100 and more. */
  #checkFile(): void {
    if (fileId(this.path) === this.#fileId) return;
    throw unavailable(new StoreFileError(this.path, 'was removed or replaced while it was open'));
  }

  #set(durability: Durability): void {
    const mode = this.#db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
    if (mode !== 'wal') throw new StoreFileError(this.path, 'lies where SQLite cannot keep a write-ahead log');
    this.#db.exec(`
      PRAGMA synchronous = ${durability};
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON; -- what is deleted is overwritten, not only forgotten
      PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
    `);
  }
}

/** The write-ahead log is cut back to this after a burst of writes. */
const MAX_IDLE_LOG_BYTES = 64 * 1_024 * 1_024;

function fileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

function explain<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnreadableRowError) {
      throw new CorruptStoreError(path, `holds an unreadable row: ${error.message}`, { cause: error });
    }
    throw explained(error, path);
  }
}
