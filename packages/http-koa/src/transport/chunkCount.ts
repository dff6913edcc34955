/**
 * How many chunks a body may come in beside those that hold `MIN_CHUNK_BYTES` on average. Each chunk costs the event loop
 * some microseconds, whatever it holds: a megabyte of one-byte chunks takes seconds. A client that writes a field at a time
 * stays far below.
 */
const FREE_CHUNKS = 1_024;
const MIN_CHUNK_BYTES = 16;

/** Counts the chunks of one body. */
export class ChunkCount {
  #chunks = 0;
  #bytes = 0;

  /** Counts one more. True when they are more, and smaller, than an honest client makes them. */
  isTooMany(bytes: number): boolean {
    this.#chunks += 1;
    this.#bytes += bytes;
    return this.#chunks > FREE_CHUNKS + this.#bytes / MIN_CHUNK_BYTES;
  }
}
