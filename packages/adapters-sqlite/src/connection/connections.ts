import type { DiskRoom, OnProblem } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import { StoreFileError } from '../errors.ts';
import { Connection } from './connection.ts';
import { explained } from './failures.ts';
import type { Durability } from './openDatabase.ts';
import { makeRecoveryDurable } from './rewriteLog.ts';

export interface ConnectionsOptions {
  readonly busyTimeoutMs: number;
  readonly room: DiskRoom;
  /** Milliseconds; may be set back. */
  readonly now: () => number;
  /** Gets a failed commit after which the file was opened again. */
  readonly onProblem: OnProblem;
  /** Called once when the file could not be opened again; every connection is closed for good by then. */
  readonly onBroken: (problem: StoreFileError) => void;
  /** Gets the number of works of each commit that works share. */
  readonly onCommit: (works: number) => void;
  readonly bounds: SqliteBounds;
}

/**
 * The connections of this process to one store file. A failed commit may still be on the disk: SQLite goes on
 * without it, but finds it in the log at the next recovery. So all connections are then closed and opened again,
 * without other work in between. The recovery decides what was committed, and its result is made durable. If this
 * fails too, nothing is read or written any more.
 */
export class Connections {
  readonly #path: string;
  readonly #options: ConnectionsOptions;
  readonly #all: Connection[] = [];
  #isReopening = false;

  constructor(path: string, options: ConnectionsOptions) {
    this.#path = path;
    this.#options = options;
  }

  /** The first connection makes a recovery durable: it has durability FULL. */
  connect(durability: Durability): Connection {
    const { busyTimeoutMs, room, now, onCommit, bounds } = this.#options;
    const connection = new Connection(this.#path, {
      durability,
      busyTimeoutMs,
      room,
      now,
      onCommit,
      commitWorks: bounds.commitWorks,
      onDoubt: (cause) => this.#reopen(cause),
    });
    this.#all.push(connection);
    return connection;
  }

  /** A second call has no effect. */
  close(): void {
    for (const connection of this.#all.toReversed()) connection.close();
  }

  #reopen(cause: unknown): void {
    if (this.#isReopening) return; // the error ends the reopening
    this.#isReopening = true;
    let problem = this.#failureOf(() => this.#openAnew());
    // Perhaps a full disk caused the failure.
    if (problem !== null && this.#options.room.release()) problem = this.#failureOf(() => this.#openAnew());
    this.#isReopening = false;
    if (problem !== null) this.#break(problem.error);
    else this.#options.onProblem(explained(cause, this.#path), 'a failed commit: the store file was opened again');
  }

  #failureOf(work: () => void): { readonly error: unknown } | null {
    try {
      work();
      return null;
    } catch (error) {
      return { error };
    }
  }

  #openAnew(): void {
    this.close();
    for (const connection of this.#all) connection.open();
    const [records] = this.#all;
    if (records !== undefined) makeRecoveryDurable(records);
    // If closing has emptied and removed the log, the next sync of a new log makes that durable.
    records?.write(() => records.writeNothingNew());
  }

  #break(problem: unknown): void {
    const broken = new StoreFileError(
      this.#path,
      `could not be opened again after a failed commit, and is not used any more; the next start recovers it: ${innermost(problem)}`,
      { cause: problem },
    );
    for (const connection of this.#all) connection.giveUp(broken);
    this.#options.onBroken(broken);
  }
}

/** The innermost message of the system or of SQLite, without those that repeat the file's name. */
function innermost(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return problem.cause === undefined ? problem.message : innermost(problem.cause);
}
