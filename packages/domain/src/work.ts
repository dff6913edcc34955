export class KeyedLock {
  readonly #tails = new Map<number, Promise<void>>();

  isHeld(key: number): boolean {
    return this.#tails.has(key);
  }

  async run<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = Promise.withResolvers<void>();
    this.#tails.set(key, done.promise);
    try {
      await before;
      return await work();
    } finally {
      done.resolve();
      if (this.#tails.get(key) === done.promise) this.#tails.delete(key);
    }
  }
}

/** Values in memory, by key. What was used least recently goes first. */
export class BoundedCache<Key, Value> {
  readonly #most: number;
  readonly #costOf: (value: Value) => number;
  /** By last use, the latest last. */
  readonly #kept = new Map<Key, Value>();
  #cost = 0;

  /** @param costOf default: each value costs 1 */
  constructor(most: number, costOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#costOf = costOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  put(key: Key, value: Value): void {
    this.delete(key);
    this.#kept.set(key, value);
    this.#cost += this.#costOf(value);
    for (const oldest of this.#kept.keys()) {
      if (this.#cost <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#cost -= this.#costOf(value);
  }
}

/** What an entry takes beside its bytes. */
const ENTRY_BYTES = 512;

/** A content that would take a larger part of the cache is not kept. */
const LARGEST_PART = 1 / 8;

/** The content of a key never changes. The least recently used are removed first. */
export class ByteCache extends BoundedCache<string, Uint8Array> {
  readonly #largest: number;

  constructor(maxBytes: number) {
    super(maxBytes, costOf);
    this.#largest = maxBytes * LARGEST_PART;
  }

  /** Nobody may change the bytes from now on. Copies a part of a larger buffer, which would be kept whole. */
  override put(key: string, content: Uint8Array): void {
    if (costOf(content) > this.#largest) this.delete(key);
    else super.put(key, content.length === content.buffer.byteLength ? content : content.slice());
  }
}

const costOf = (content: Uint8Array): number => ENTRY_BYTES + content.length;

/** How many works run now, in all and by key. */
export class RunningCount<Key> {
  readonly #by = new Map<Key, number>();
  #inAll = 0;

  get inAll(): number {
    return this.#inAll;
  }

  of(key: Key): number {
    return this.#by.get(key) ?? 0;
  }

  /** Counts one more, until the returned function is called; further calls of it have no effect. */
  add(keys: readonly Key[]): () => void {
    this.#change(keys, 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#change(keys, -1);
      isRunning = false;
    };
  }

  #change(keys: readonly Key[], by: 1 | -1): void {
    for (const key of keys) {
      const own = this.of(key) + by;
      if (own === 0) this.#by.delete(key);
      else this.#by.set(key, own);
    }
    this.#inAll += by;
  }
}

const immediate: unknown = Reflect.get(globalThis, 'setImmediate');
const later: (work: () => void) => unknown =
  typeof immediate === 'function' ? (work) => immediate(work) : (work) => setTimeout(work);

/** A promise that resolves at once gives other requests no turn: work that a client can make long awaits this between its parts. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void later(resolve));

/** How many batches are held at once, if all of what is in them stays. */
export const FAILED_BATCHES = 10;

/** Records of algorithms that are read at once where all of their grants are read: each may be shared with a thousand people. */
export const READ_AT_ONCE = 20;

interface Removal<Entry> {
  /** The first ones of those that are to be removed, at most `limit`, always in the same order. */
  readonly list: (limit: number) => Promise<readonly Entry[]>;
  readonly keyOf: (entry: Entry) => string;
  readonly remove: (entry: Entry) => Promise<void>;
}

/**
 * Removes each listed entry, a batch at a time, and tries each once. Those that stay are listed again beside the next batch, up to a bound.
 */
export async function removeInBatches<Entry>(batch: number, { list, keyOf, remove }: Removal<Entry>): Promise<void> {
  const seen = new Set<string>();
  for (let limit = batch; ; ) {
    const found = await list(limit);
    const fresh = found.filter((entry) => !seen.has(keyOf(entry)));
    for (const entry of fresh) {
      seen.add(keyOf(entry));
      await remove(entry);
    }
    const next = Math.min(batch + found.length - fresh.length, FAILED_BATCHES * batch);
    if (found.length < limit || (fresh.length === 0 && next <= limit)) return;
    limit = next;
  }
}
