import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressGroup } from '@algotheque/domain';
import { AddressShares } from './addressShares.ts';
import { type Exchange, RequestQueue, type Stage } from './requestQueue.ts';
import { RequestTurns } from './requestTurns.ts';

export interface ConnectionParts {
  /** Called for each request that can still be answered: one at a time on each connection, few in a turn of the event loop. */
  readonly begin: (exchange: Exchange) => void;
  readonly maxConnections: number;
  /**
   * Gets the first connection that is closed because there are too many, and then once a minute the number of
   * further ones.
   */
  readonly onDropped: (count: number) => void;
}

/** The shortest time between two reports of dropped connections. */
const TOLD_EVERY_MS = 60_000;

/** The open connections of a server, and their requests. When there are too many, one is closed. */
export class Connections {
  readonly stage: Stage = { isStopping: false, isHeld: false };
  readonly #parts: ConnectionParts;
  readonly #countDropped: () => void;
  readonly #queues = new Map<Duplex, RequestQueue>();
  readonly #shares = new AddressShares<RequestQueue>();
  readonly #turns = new RequestTurns();

  constructor(server: Server, parts: ConnectionParts) {
    this.#parts = parts;
    this.#countDropped = dropCount(parts.onDropped);
    server.maxConnections = parts.maxConnections + 1; // Node's own limit leaves a place for the new connection, which is then accepted or closed
    server.on('drop', this.#countDropped);
    server.on('connection', (socket) => this.#letIn(socket));
  }

  /** The requests of a connection; undefined once it is closed. */
  of(socket: Duplex): RequestQueue | undefined {
    return this.#queues.get(socket);
  }

  take(exchange: Exchange): void {
    this.of(exchange.request.socket)?.add(exchange);
  }

  /** How many accepted connections may not be read yet. */
  get unopened(): number {
    return this.#turns.unopened;
  }

  /** A copy, because work on a connection may change the list. */
  all(): readonly RequestQueue[] {
    return [...this.#queues.values()];
  }

  /** The address is the socket's, because no request has been read: behind a proxy all clients have the same. */
  #letIn(socket: Socket): void {
    const address = addressGroup(socket.remoteAddress);
    const queue: RequestQueue = new RequestQueue(socket, {
      stage: this.stage,
      begin: (exchange) => this.#turns.addRequest(address, () => this.#begin(exchange)),
      onProgress: () => this.#shares.moveToEnd(queue),
    });
    this.#queues.set(socket, queue);
    this.#shares.add(queue, address);
    socket.once('close', () => this.#forget(queue));
    if (this.#queues.size > this.#parts.maxConnections) this.#dropFor(queue);
    this.#shares.moveToEnd(queue);
    this.#open(socket, address);
  }

  /** Nothing is read before its turn, because one read takes up to 64 KiB. */
  #open(socket: Socket, address: string): void {
    process.nextTick(() => socket.pause()); // Node has planned to begin to read at a tick
    this.#turns.addConnection(address, () => socket.resume());
  }

  /** The client may have gone while its request waited, or the request was answered because the server stops. */
  #begin(exchange: Exchange): void {
    const { response } = exchange;
    if (!response.closed && !response.headersSent) this.#parts.begin(exchange);
  }

  /** Closes a connection that may be closed, else the new one. */
  #dropFor(newcomer: RequestQueue): void {
    const dropped = this.#shares.toMakeRoom() ?? newcomer;
    this.#forget(dropped);
    dropped.socket.destroy();
    this.#countDropped();
  }

  #forget(queue: RequestQueue): void {
    this.#queues.delete(queue.socket);
    this.#shares.delete(queue);
  }
}

/**
 * Counts dropped connections: each call of the returned function is one.
 * @param tell gets the first one at once, and then once a minute the number of further ones
 */
function dropCount(tell: (count: number) => void): () => void {
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const told = (): void => {
    timer = null;
    if (dropped === 0) return;
    tell(dropped);
    dropped = 0;
    timer = setTimeout(told, TOLD_EVERY_MS).unref();
  };
  return () => {
    dropped += 1;
    if (timer === null) told();
  };
}
