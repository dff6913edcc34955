import { leavesDoubt, spoilsTransaction } from './failures.ts';
import type { Statement } from './statement.ts';

/** The part of a connection that its transactions use. */
interface Transactional {
  /** Whether a transaction is open. After some failures SQLite has undone it by itself. */
  readonly isInTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** A transaction has failed, and its outcome is unknown. */
  doubt(cause: unknown): void;
  /** @throws UnavailableError when the connection can no longer be used */
  requireUsable(): void;
}

interface Db {
  exec(sql: string): void;
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
}

/** Within a transaction: makes it a write transaction, without a change. */
export function writeNothingNew(db: Db): void {
  const version = db.prepare('PRAGMA user_version').get()?.['user_version'];
  db.exec(`PRAGMA user_version = ${Number(version)}`);
}

export class Transactions {
  readonly #connection: Transactional;
  readonly #savepoint: Readonly<Record<'begin' | 'release' | 'undo', Statement>>;

  constructor(connection: Transactional) {
    this.#connection = connection;
    this.#savepoint = {
      begin: connection.prepare('SAVEPOINT work'),
      release: connection.prepare('RELEASE work'),
      undo: connection.prepare('ROLLBACK TO work'),
    };
  }

  /**
   * Runs `work` in a transaction that holds the write lock from its start, and commits it.
   * @throws the error of `work` or of the commit, when the transaction was undone or the file was opened again;
   * UnavailableError when that failed too
   */
  run<Value>(work: () => Value): Value {
    this.#connection.exec('BEGIN IMMEDIATE');
    let step: 'work' | 'commit' = 'work';
    try {
      const value = work();
      step = 'commit';
      this.#connection.exec('COMMIT');
      return value;
    } catch (error) {
      this.#undo(error, step);
      this.#connection.requireUsable();
      throw error;
    }
  }

  /** Within `run`: undoes what `work` did when it throws, unless the error spoils the whole transaction. */
  inSavepoint<Value>(work: () => Value): Value {
    this.#savepoint.begin.run();
    try {
      const value = work();
      this.#savepoint.release.run();
      return value;
    } catch (error) {
      if (!spoilsTransaction(error)) {
        this.#savepoint.undo.run();
        this.#savepoint.release.run();
      }
      throw error;
    }
  }

  #undo(error: unknown, step: 'work' | 'commit'): void {
    try {
      if (this.#connection.isInTransaction) this.#connection.exec('ROLLBACK');
    } catch (problem) {
      this.#connection.doubt(problem);
      return;
    }
    if (leavesDoubt(error, step)) this.#connection.doubt(error);
  }
}
