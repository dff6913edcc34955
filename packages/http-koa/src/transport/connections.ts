import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressGroup } from '@algotheque/domain';
import { AddressShares } from './addressShares.ts';
import { type Exchange, RequestQueue, type Stage } from './requestQueue.ts';

export interface ConnectionParts {
  /** Called for each request, one at a time on each connection. */
  readonly begin: (exchange: Exchange) => void;
  readonly maxConnections: number;
  /** Called for each connection that is closed because there would be too many. */
  readonly onDropped: () => void;
}

/** The open connections of a server, and their requests. When there would be too many, one is closed. */
export class Connections {
  readonly stage: Stage = { isStopping: false, isHeld: false };
  readonly #parts: ConnectionParts;
  readonly #queues = new Map<Duplex, RequestQueue>();
  readonly #shares = new AddressShares<RequestQueue>();

  constructor(server: Server, parts: ConnectionParts) {
    this.#parts = parts;
    server.maxConnections = parts.maxConnections + 1; // Node's own cap leaves a place to the one that is let in or closed
    server.on('drop', parts.onDropped);
    server.on('connection', (socket) => this.#letIn(socket));
  }

  /** The requests of a connection; undefined once it is closed. */
  of(socket: Duplex): RequestQueue | undefined {
    return this.#queues.get(socket);
  }

  take(exchange: Exchange): void {
    this.of(exchange.request.socket)?.add(exchange);
  }

  /** As they are now: what is done with one may change their number. */
  all(): readonly RequestQueue[] {
    return [...this.#queues.values()];
  }

  /** The address is the socket's, for no request has been read: behind a proxy all clients have one. */
  #letIn(socket: Socket): void {
    const queue: RequestQueue = new RequestQueue(socket, {
      stage: this.stage,
      begin: this.#parts.begin,
      onProgress: () => this.#shares.moveToEnd(queue),
    });
    this.#queues.set(socket, queue);
    this.#shares.add(queue, addressGroup(socket.remoteAddress));
    socket.once('close', () => this.#forget(queue));
    if (this.#queues.size > this.#parts.maxConnections) this.#dropFor(queue);
    this.#shares.moveToEnd(queue);
  }

  /** Closes one that may make room, else the newcomer. */
  #dropFor(newcomer: RequestQueue): void {
    const dropped = this.#shares.toMakeRoom() ?? newcomer;
    this.#forget(dropped);
    dropped.socket.destroy();
    this.#parts.onDropped();
  }

  #forget(queue: RequestQueue): void {
    this.#queues.delete(queue.socket);
    this.#shares.delete(queue);
  }
}
