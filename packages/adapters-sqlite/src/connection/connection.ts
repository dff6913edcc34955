import type { DatabaseSync } from 'node:sqlite';
import { SharedTry, type WriteKind } from '@algotheque/domain';
import { CorruptStoreError, StoreFileError } from '../errors.ts';
import { CommitGroup } from './commitGroup.ts';
import { explain, isBusy, isDiskFull, unavailable, undecided } from './failures.ts';
import { type ConnectionOptions, openDatabase } from './openDatabase.ts';
import { Statement } from './statement.ts';
import { OpenedFile } from './storeFile.ts';
import { Transactions, writeNothingNew } from './transactions.ts';

/** One connection to the store file. `read` and `write` fail only with errors of the ports. */
export class Connection {
  readonly path: string;
  readonly #options: ConnectionOptions;
  readonly #statements: Statement[] = [];
  readonly #parsed = new Map<string, Statement>();
  readonly #file: OpenedFile;
  #db: DatabaseSync;
  readonly #tries: SharedTry;
  readonly #group: CommitGroup;
  readonly #transactions: Transactions;
  #broken: StoreFileError | null = null;

  constructor(path: string, options: ConnectionOptions) {
    this.path = path;
    this.#options = options;
    this.#tries = new SharedTry(() => this.#tryCommit(), options.now);
    this.#db = openDatabase(path, options);
    try {
      this.#file = new OpenedFile(path);
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#transactions = new Transactions(this);
    this.#group = new CommitGroup({
      alone: (work, kind) => this.write(work, kind),
      together: (works) =>
        this.read(() => {
          this.#file.requireSame();
          return this.#transactions.run(works);
        }),
      requireRoom: (kind) => options.room.requireRoom(kind),
      onCommit: options.onCommit,
      inSavepoint: (work) => this.#transactions.inSavepoint(work),
      fail: (error) =>
        this.read(() => {
          throw error;
        }),
    });
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /**
   * Opens the same file again, after it was closed.
   * @throws UnavailableError when it is absent or cannot be used
   */
  open(): void {
    this.#file.requireSame(); // SQLite would make a new file
    this.#db = openDatabase(this.path, this.#options);
    for (const statement of this.#statements) statement.attach(this.#db);
  }

  /** Whether a transaction is open. After some failures SQLite has undone it by itself. */
  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  /** A transaction has failed, and its outcome is unknown. */
  doubt(cause: unknown): void {
    this.#options.onDoubt(cause);
  }

  /** @throws UnavailableError when the connection can no longer be used */
  requireUsable(): void {
    if (this.#broken !== null) throw undecided(this.#broken);
  }

  /** A statement that is parsed once for each opening of the file, when it is first used. */
  prepare(sql: string): Statement {
    const statement = new Statement(sql, this.#db);
    this.#statements.push(statement);
    return statement;
  }

  /** As `prepare`, and one statement for the same SQL. */
  prepareOnce(sql: string): Statement {
    const statement = this.#parsed.get(sql) ?? this.prepare(sql);
    this.#parsed.set(sql, statement);
    return statement;
  }

  /** From here on all reads are of this moment, until the transaction is rolled back or the connection is closed. */
  holdMoment(): void {
    this.read(() => this.#db.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1'));
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** @throws UnavailableError when the file cannot be read now, or is corrupt: then its cause is a CorruptStoreError */
  read<Value>(work: () => Value): Value {
    this.requireUsable();
    if (!this.#db.isOpen) throw unavailable(new StoreFileError(this.path, 'is closed'));
    try {
      return explain(this.path, work);
    } catch (error) {
      throw error instanceof CorruptStoreError ? unavailable(error) : error;
    }
  }

  /**
   * Runs `work` in a transaction that holds the write lock from its start, so that what it has read does not change
   * before it writes. Either all of it is committed, durably, or nothing. On a full disk `work` runs again after the
   * reserve was freed, unless its kind is growth: `work` must have no effect except its statements and its result.
   * @throws as `read`; UnavailableError when the disk is too full for a write of this kind
   */
  write<Value>(work: () => Value, kind: WriteKind = 'removal'): Value {
    return this.read(() => {
      this.#options.room.requireRoom(kind); // not held: a transaction adds little, and it is on the disk when `write` returns
      this.#file.requireSame();
      try {
        return this.#transactions.run(work);
      } catch (error) {
        if (kind === 'growth' || !isDiskFull(error) || !this.#makeRoom()) throw error;
        return this.#transactions.run(work);
      }
    });
  }

  /** As `write`, but a power loss may undo it, with all later ones like it. Measured: 79,000 a second, and 9,000 durable ones. */
  writeUnsynced<Value>(work: () => Value, kind: WriteKind = 'removal'): Value {
    this.read(() => this.#db.exec('PRAGMA synchronous = NORMAL'));
    try {
      return this.write(work, kind);
    } finally {
      if (this.#db.isOpen) this.#db.exec('PRAGMA synchronous = FULL');
    }
  }

  /** As `write`, in one commit with the other writes of some turns (`CommitGroup`). Rejects with what `write` throws. */
  commit<Value>(work: () => Value, kind: WriteKind = 'removal'): Promise<Value> {
    return this.#group.add(work, kind);
  }

  /** Commits now what waits for its group. */
  commitWaiting(): void {
    this.#group.commitAll();
  }

  /** Frees the reserve, and moves the log into the file, so that the log starts again small. */
  #makeRoom(): boolean {
    if (this.#broken !== null || !this.#options.room.release()) return false;
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  }

  /** A disk that has no room for growth is not healthy, though it serves reads and removals. */
  async health(): Promise<void> {
    this.read(() => {
      this.#db.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
      this.#file.requireSame();
      this.#file.requireWritable();
    });
    this.#options.room.requireRoom('growth');
    await this.#tries.outcome();
  }

  async #tryCommit(): Promise<void> {
    try {
      this.write(() => writeNothingNew(this.#db));
    } catch (error) {
      if (!isBusy(error)) throw error; // another process writes
    }
  }

  /** A second call has no effect. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Closes for good: all later calls fail for this reason. */
  giveUp(reason: StoreFileError): void {
    this.#broken ??= reason;
    this.close();
  }
}
