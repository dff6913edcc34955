/**
 * How many small chunks a body may have, beside those of at least `MIN_CHUNK_BYTES` on average. Each chunk costs
 * the event loop some microseconds, whatever its size: a megabyte of one-byte chunks takes seconds. A client that
 * writes each field on its own stays far below.
 */
const FREE_CHUNKS = 1_024;
const MIN_CHUNK_BYTES = 16;

/** Counts the chunks of one body. */
export class ChunkCount {
  #chunks = 0;
  #bytes = 0;

  /** Counts one more chunk. True when the body has too many small chunks. */
  isTooMany(bytes: number): boolean {
    this.#chunks += 1;
    this.#bytes += bytes;
    return this.#chunks > FREE_CHUNKS + this.#bytes / MIN_CHUNK_BYTES;
  }
}
