import type { ConnectionCheckedInEvent, ConnectionCheckedOutEvent, MongoClient } from 'mongodb';

const keyOf = ({ address, connectionId }: ConnectionCheckedOutEvent | ConnectionCheckedInEvent): string =>
  `${address} ${connectionId}`;

/**
 * The connections that a client's pools have given to commands and not got back. A pool gives a connection to one
 * command at a time.
 */
export class HeldConnections {
  readonly #since = new Map<string, number>();
  readonly #elapsedMs: () => number;

  constructor(client: MongoClient, elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
    client.on('connectionCheckedOut', (event) => this.#since.set(keyOf(event), this.#elapsedMs()));
    client.on('connectionCheckedIn', (event) => this.#since.delete(keyOf(event)));
  }

  /** How many have been held for `ms` milliseconds or more. */
  heldFor(ms: number): number {
    const latest = this.#elapsedMs() - ms;
    let count = 0;
    for (const since of this.#since.values()) if (since <= latest) count += 1;
    return count;
  }
}
