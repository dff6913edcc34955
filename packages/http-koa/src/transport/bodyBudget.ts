import { UnavailableError } from '@algotheque/domain';

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

  /** @throws UnavailableError when there is no room for so many more bytes; it then holds what it held */
  take(bytes: number): void {
    this.requireRoom(bytes);
    this.#heldBytes += bytes;
  }

  /** Gives back what was taken. */
  release(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
