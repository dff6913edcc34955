import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ChunkCount } from './chunkCount.ts';
import { waitsForTurn } from './discardRest.ts';

/**
 * The class of requests for a server that ends a connection with too many waiting requests.
 *
 * Node's parser makes objects for all requests of a chunk of 64 KiB, some 2,300, also when their socket was
 * destroyed meanwhile, and an error with a stack for each of them when it closes: 20 µs each. Only an `upgrade`
 * makes it stop, because then another protocol follows. So the first request too many claims to be an upgrade.
 * Without a listener for `upgrade`, Node destroys the socket.
 *
 * The class also ends a connection on which a body has too many small chunks, even before the request begins: a read
 * of 64 KiB can hold 10,000 of them, and each one that waits is an object.
 */
export function lastMessage(isFull: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    readonly #chunks = new ChunkCount();
    declare isLast: boolean; // set by the setter, which the constructor of IncomingMessage calls

    get upgrade(): boolean {
      return this.isLast;
    }

    set upgrade(isOffered: boolean | null) {
      this.isLast = isOffered === true || isFull(this.socket);
    }

    override push(chunk: Buffer | null): boolean {
      if (chunk !== null && this.#chunks.isTooMany(chunk.length)) {
        this.destroy();
        return false;
      }
      return super.push(chunk);
    }

    override _read(size: number): void {
      if (!waitsForTurn(this)) super._read(size);
    }
  };
}
