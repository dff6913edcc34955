import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { noteAccepted, turn } from '../turns.ts';
import { Connection, type Exchange, type Stage } from './connection.ts';

export interface ConnectionsParts {
  /** Called for each request that can still be answered: one at a time on each connection. */
  readonly begin: (exchange: Exchange) => void;
  readonly maxConnections: number;
  /**
   * Gets the first connection that is closed because there are too many, and then once a minute the number of
   * further ones.
   */
  readonly onDropped: (count: number) => void;
}

/** The shortest time between two reports of dropped connections. */
const REPORTED_EVERY_MS = 60_000;

/** The open connections of a server, and their requests. When there are too many, one is closed. */
export class Connections {
  readonly stage: Stage = { isStopping: false, isHeld: false };
  readonly #parts: ConnectionsParts;
  readonly #countDropped: () => void;
  readonly #open = new Map<Duplex, Connection>();
  /** Those that may be closed, with their `bytesRead` at that time; the one longest without progress comes first. */
  readonly #byProgress = new Map<Connection, number>();

  constructor(server: Server, parts: ConnectionsParts) {
    this.#parts = parts;
    this.#countDropped = dropCount(parts.onDropped);
    server.maxConnections = parts.maxConnections + 1; // Node's own limit leaves a place for the new connection, which is then accepted or closed
    server.on('drop', this.#countDropped);
    server.on('connection', (socket) => this.#letIn(socket));
  }

  /** Undefined once it is closed. */
  of(socket: Duplex): Connection | undefined {
    return this.#open.get(socket);
  }

  take(exchange: Exchange): void {
    this.of(exchange.request.socket)?.add(exchange);
  }

  /** A copy, because work on a connection may change the list. */
  all(): readonly Connection[] {
    return [...this.#open.values()];
  }

  #letIn(socket: Socket): void {
    noteAccepted();
    const connection: Connection = new Connection(socket, {
      stage: this.stage,
      begin: (exchange) => void turn('short').then(() => this.#begin(exchange)),
      onProgress: () => this.#moveToEnd(connection),
    });
    this.#open.set(socket, connection);
    socket.once('close', () => this.#forget(connection));
    if (this.#open.size > this.#parts.maxConnections) this.#dropFor(connection);
    this.#moveToEnd(connection);
  }

  /** The client may have gone while its request waited, or the request was answered because the server stops. */
  #begin(exchange: Exchange): void {
    const { response } = exchange;
    if (!response.closed && !response.headersSent) this.#parts.begin(exchange);
  }

  #moveToEnd(connection: Connection): void {
    this.#byProgress.delete(connection);
    if (this.#open.has(connection.socket)) this.#byProgress.set(connection, connection.bytesRead);
  }

  /** Closes the connection that is longest without progress and waits for no answer, else the new one. */
  #dropFor(added: Connection): void {
    const dropped = this.#longestWithoutProgress() ?? added;
    this.#forget(dropped);
    dropped.socket.destroy();
    this.#countDropped();
  }

  /**
   * A connection that is examined and not chosen is moved: to the end if it has received bytes; out of the order while the server owes it
   * an answer. So the cost of all choices is proportional to what clients have sent, not to the number of connections.
   */
  #longestWithoutProgress(): Connection | null {
    for (const [connection, bytesBefore] of this.#byProgress) {
      const { bytesRead, owesAnswer } = connection;
      if (!owesAnswer && bytesRead === bytesBefore) return connection;
      this.#byProgress.delete(connection);
      if (!owesAnswer) this.#byProgress.set(connection, bytesRead); // the loop comes to it again, at the end
    }
    return null;
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection.socket);
    this.#byProgress.delete(connection);
  }
}

/**
 * Counts dropped connections: each call of the returned function is one.
 * @param report gets the first one at once, and then once a minute the number of further ones
 */
function dropCount(report: (count: number) => void): () => void {
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const next = (): void => {
    timer = null;
    if (dropped === 0) return;
    report(dropped);
    dropped = 0;
    timer = setTimeout(next, REPORTED_EVERY_MS).unref();
  };
  return () => {
    dropped += 1;
    if (timer === null) next();
  };
}
