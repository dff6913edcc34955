import type { IncomingMessage } from 'node:http';
import { UnavailableError } from '@algotheque/domain';

/** The memory that a chunk takes beside its bytes, until the end of its body (520 to 640 bytes, measured). */
const CHUNK_BYTES = 640;

/** Counts the bytes of all request bodies that the process holds, from the first byte read to the end of the handler. */
export class BodyBudget {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @throws UnavailableError when there is no room for so many more bytes */
  requireRoom(bytes: number): void {
    if (this.#heldBytes + bytes > this.#maxBytes)
      throw new UnavailableError({ reason: 'request bodies take all the memory that they may' });
  }

  /** Counts bytes that were read before. @returns a function that gives them back @throws UnavailableError */
  hold(bytes: number): () => void {
    this.requireRoom(bytes);
    this.#heldBytes += bytes;
    return () => {
      this.#heldBytes -= bytes;
    };
  }

  /**
   * Counts each chunk that is read of a body. One without room is an error of the request.
   * @returns a function that ends the count, and gives the bytes back
   */
  count(request: IncomingMessage): () => void {
    let held = 0;
    const onData = ({ length }: Buffer) => {
      try {
        this.hold(length + CHUNK_BYTES);
        held += length + CHUNK_BYTES;
      } catch (error) {
        request.off('data', onData).emit('error', error);
      }
    };
    request.on('error', () => {}); // the reader may have ended before
    request.on('data', onData);
    return () => {
      request.off('data', onData);
      this.#heldBytes -= held;
    };
  }
}
