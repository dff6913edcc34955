import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Exchange, RequestQueue, type Stage } from './requestQueue.ts';

/** The open connections of a server, and their requests. */
export class Connections {
  readonly stage: Stage = { isStopping: false, isHeld: false };
  /** By their last use: those that have been idle longest come first among the idle ones. */
  readonly #queues = new Map<Duplex, RequestQueue>();

  /** @param begin called for each request, one at a time on each connection */
  constructor(server: Server, begin: (exchange: Exchange) => void) {
    server.on('connection', (socket) => {
      const queue = new RequestQueue(socket, { stage: this.stage, begin, onIdle: () => this.#moveToEnd(socket) });
      this.#queues.set(socket, queue);
      socket.once('close', () => this.#queues.delete(socket));
    });
  }

  get count(): number {
    return this.#queues.size;
  }

  /** The requests of a connection; undefined once it is closed. */
  of(socket: Duplex): RequestQueue | undefined {
    return this.#queues.get(socket);
  }

  take(exchange: Exchange): void {
    this.of(exchange.request.socket)?.add(exchange);
  }

  /** As they are now: what is done with one may change their order. */
  all(): readonly RequestQueue[] {
    return [...this.#queues.values()];
  }

  #moveToEnd(socket: Duplex): void {
    const queue = this.#queues.get(socket);
    if (queue === undefined) return;
    this.#queues.delete(socket);
    this.#queues.set(socket, queue);
  }
}
