import { isError, type OnProblem } from '@algotheque/domain';
import type { ConnectionCheckedInEvent, ConnectionCheckedOutEvent, Db, MongoClient } from 'mongodb';
import { MongoUrlError } from '../errors.ts';
import { outOfReach, portError, within } from './failures.ts';
import type { MongoTarget } from './url.ts';

const keyOf = ({ address, connectionId }: ConnectionCheckedOutEvent | ConnectionCheckedInEvent): string =>
  `${address} ${connectionId}`;

/**
 * The connections that a client's pools have given to commands and not got back. A pool gives a connection to one
 * command at a time.
 */
class HeldConnections {
  readonly #since = new Map<string, number>();

  constructor(client: MongoClient) {
    client.on('connectionCheckedOut', (event) => this.#since.set(keyOf(event), performance.now()));
    client.on('connectionCheckedIn', (event) => this.#since.delete(keyOf(event)));
  }

  /** How many have been held for `ms` milliseconds or more. */
  heldFor(ms: number): number {
    const latest = performance.now() - ms;
    let count = 0;
    for (const since of this.#since.values()) if (since <= latest) count += 1;
    return count;
  }
}

/** A client of the driver, and what uses it. */
interface InUse {
  readonly client: MongoClient;
  /** Made once: the driver computes the options of a database each time. */
  readonly db: Db;
  readonly held: HeldConnections;
  /** How many callers wait for work on it. */
  works: number;
}

/**
 * The driver's client. It is replaced by a new one when its pool has lost half of its connections.
 *
 * A command that begins on a socket that has ended, just before the socket's `close` event, waits in the driver
 * (7.8) for a `drain` event that never comes. Neither a timeout nor anything else that the driver offers for all
 * commands ends that wait, and until then the connection counts against `maxPoolSize`. Any other command ends after
 * `socketTimeoutMS` of silence, so a connection that is in use for a whole deadline is lost.
 */
export class Clients {
  readonly #target: MongoTarget;
  readonly #onProblem: OnProblem;
  readonly #onDatabase: (db: Db) => void;
  #current: InUse;
  #renewal: Promise<void> | null = null;
  readonly #closings = new Set<Promise<void>>();

  /** @param onDatabase gets the database of each client before its first use */
  constructor(target: MongoTarget, onProblem: OnProblem, onDatabase: (db: Db) => void = () => {}) {
    this.#target = target;
    this.#onProblem = onProblem;
    this.#onDatabase = onDatabase;
    this.#current = this.#inUse(target.client);
  }

  /** As `connect` does. */
  connect(): Promise<void> {
    return connect(this.#current.client, this.#target);
  }

  /**
   * Does work on the database. A client that was replaced is closed when the last work on it has ended, so `work`
   * must end by a deadline.
   * @throws what `work` throws, and what `connect` throws when a new client is needed and cannot connect
   */
  async use<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (this.#isSpent()) await this.#renewed();
    const used = this.#current;
    used.works += 1;
    try {
      return await work(used.db);
    } finally {
      used.works -= 1;
      this.#closeReplaced(used);
    }
  }

  /** Ends all connections, those of replaced clients too. Never rejects. */
  async close(): Promise<void> {
    await this.#renewal?.catch(() => {}); // its callers got the error
    this.#close(this.#current);
    await Promise.all(this.#closings);
  }

  #inUse(client: MongoClient): InUse {
    const db = client.db(this.#target.database);
    this.#onDatabase(db);
    return { client, db, held: new HeldConnections(client), works: 0 };
  }

  #isSpent(): boolean {
    const { operationMs, poolSize } = this.#target;
    return operationMs !== 0 && this.#current.held.heldFor(operationMs) >= poolSize / 2;
  }

  #renewed(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    const fresh = this.#inUse(this.#target.newClient());
    try {
      await connect(fresh.client, this.#target);
    } catch (error) {
      this.#close(fresh);
      throw error;
    }
    const replaced = this.#current;
    this.#current = fresh;
    this.#closeReplaced(replaced);
  }

  #closeReplaced(used: InUse): void {
    if (used !== this.#current && used.works === 0) this.#close(used);
  }

  #close({ client }: InUse): void {
    const closing = client
      .close()
      .catch((problem) => this.#onProblem(problem, 'MongoDB: connections'))
      .finally(() => this.#closings.delete(closing));
    this.#closings.add(closing);
  }
}

/**
 * Connects; no effect when connected. A client of the driver that could not connect the first time never tries
 * again; one that could keeps its connections alive itself.
 * @throws UnavailableError, MongoAccessError, and MongoUrlError for a file that the URL names and that cannot be
 * read
 */
async function connect(client: MongoClient, { location, operationMs }: MongoTarget): Promise<void> {
  const where = `MongoDB at ${location}, connect`;
  try {
    await within(operationMs, where, () => client.connect());
  } catch (error) {
    throw portError(connectionError(error, where), where);
  }
}

/** Errors that come before the driver's own: of reading certificates and looking up names. */
function connectionError(error: unknown, where: string): unknown {
  if (!isError(error) || !('syscall' in error)) return error;
  if (error.syscall === 'open' || error.syscall === 'read') return new MongoUrlError(`${where}: ${error.message}`);
  return outOfReach(`${where}: ${error.message}`);
}
