import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { turn } from '../turns.ts';

/**
 * How many small chunks a body may have, beside those of at least `MIN_CHUNK_BYTES` on average. Each chunk costs
 * the event loop some microseconds, whatever its size: a megabyte of one-byte chunks takes seconds. A client that
 * writes each field on its own stays far below.
 */
const FREE_CHUNKS = 1_024;
const MIN_CHUNK_BYTES = 16;

/**
 * The class of requests for a server that answers one request of a connection at a time. A second one waits for the end of the
 * connection; a third one ends it at once.
 *
 * Node's parser makes objects for all requests of a chunk of 64 KiB, some 2,300, also when their socket was
 * destroyed meanwhile, and an error with a stack for each of them when it closes: 20 µs each. Only an `upgrade`
 * makes it stop, because then another protocol follows. So the third request claims to be an upgrade.
 * Without a listener for `upgrade`, Node destroys the socket.
 *
 * The class also ends a connection on which a body has too many small chunks, even before the request begins: a read
 * of 64 KiB can hold 10,000 of them, and each one that waits is an object.
 */
export function lastMessage(isFull: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    #chunks = 0;
    #bytes = 0;
    declare isLast: boolean; // set by the setter, which the constructor of IncomingMessage calls

    get upgrade(): boolean {
      return this.isLast;
    }

    set upgrade(isOffered: boolean | null) {
      this.isLast = isOffered === true || isFull(this.socket);
    }

    override push(chunk: Buffer | null): boolean {
      if (chunk !== null) {
        this.#chunks += 1;
        this.#bytes += chunk.length;
        if (this.#chunks > FREE_CHUNKS + this.#bytes / MIN_CHUNK_BYTES) {
          this.destroy();
          return false;
        }
      }
      return super.push(chunk);
    }

    override _read(size: number): void {
      if (!waiting.has(this)) super._read(size);
    }
  };
}

/** Of their bodies nothing more may be read in this turn. */
const waiting = new Set<IncomingMessage>();

/**
 * Reads and discards the rest of a body that has its answer, so that a client that sends everything before it reads
 * gets the answer. Each chunk (up to 64 KiB) waits for a turn: otherwise the loop would read two megabytes from each connection at once.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.on('data', () => {
    if (!request.complete) waitForTurn(request);
  });
  request.resume(); // the reader has paused a body that is too large
}

function waitForTurn(request: IncomingMessage): void {
  waiting.add(request);
  request.socket.pause();
  void turn('discard').then(() => {
    waiting.delete(request);
    request._read(0); // read what came while it waited
  });
}
