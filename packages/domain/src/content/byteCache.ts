/** What an entry costs beside its content: its key and what the engine keeps for each, rounded up. */
const ENTRY_BYTES = 512;

/** Whatever is larger than this part of the whole is not kept, so that no single content drives out most others. */
const LARGEST_PART = 1 / 8;

/** Contents in memory, each under a key that never stands for anything else; the least recently used go first. */
export class ByteCache {
  readonly #maxBytes: number;
  /** By last use, the latest last. */
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  /** @param maxBytes how much memory all entries take at most; default: 16 MiB */
  constructor(maxBytes: number = 16 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /** A copy, the caller's own; undefined when it is not kept. */
  get(key: string): Uint8Array | undefined {
    const content = this.#kept.get(key);
    if (content === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, content);
    return content.slice();
  }

  /** Keeps a copy: what the caller does with theirs changes nothing, and a part of a larger buffer does not hold that. */
  put(key: string, content: Uint8Array): void {
    this.delete(key);
    const cost = costOf(content);
    if (cost > this.#maxBytes * LARGEST_PART) return;
    this.#kept.set(key, content.slice());
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
