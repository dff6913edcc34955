/** The cost of an entry besides its content: its key, and what the engine keeps for each entry, rounded up. */
const ENTRY_BYTES = 512;

/** A content that is larger than this part of the cache is not kept: it would remove most others. */
const LARGEST_PART = 1 / 8;

/** Contents in memory, by key. The content of a key never changes. The least recently used are removed first. */
export class ByteCache {
  readonly #maxBytes: number;
  /** By last use, the latest last. */
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  /** @param maxBytes how much memory all entries take at most */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes that are kept, which nobody may change; undefined when there are none. */
  get(key: string): Uint8Array | undefined {
    const content = this.#kept.get(key);
    if (content === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, content);
    return content;
  }

  /**
   * Keeps the bytes, which nobody may change from now on; of a part of a larger buffer a copy, because it would keep the whole buffer in
   * memory.
   */
  put(key: string, content: Uint8Array): void {
    this.delete(key);
    const cost = costOf(content);
    if (cost > this.#maxBytes * LARGEST_PART) return;
    this.#kept.set(key, content.length === content.buffer.byteLength ? content : content.slice());
    this.#bytes += cost;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const content = this.#kept.get(key);
    if (content === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= costOf(content);
  }
}

const costOf = (content: Uint8Array): number => ENTRY_BYTES + content.length;
