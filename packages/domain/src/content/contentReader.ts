import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { KeyedLock } from '../keyedLock.ts';
import type { ServiceObserver } from '../serviceObserver.ts';
import { ByteCache } from './byteCache.ts';
import { readUnlessDamaged } from './contentProblem.ts';
import type { ContentStore } from './contentStore.ts';
import { SourceText } from './sourceText.ts';
import { missingContent } from './verifyContent.ts';

/**
 * Reads the record again and checks the caller's rights on it. Throws when it is absent or the rights do not
 * suffice.
 */
export type LoadAlgo = () => Promise<Algorithm>;

const READS_WITHOUT_LOCK = 3;

/** A record, and the content that it names. */
export interface Loaded {
  readonly algo: Algorithm;
  readonly source: SourceText;
}

/** Reads the content of records, and keeps in memory what was read last. */
export class ContentReader {
  readonly #store: ContentStore;
  readonly #lock: KeyedLock;
  readonly #observer: ServiceObserver;
  readonly #cache: ByteCache;

  /** @param lock by the id of an algorithm; a caller that changes its record and content holds it */
  constructor(
    store: ContentStore,
    lock: KeyedLock,
    { observer, bounds }: { readonly observer: ServiceObserver; readonly bounds: Pick<Bounds, 'cachedBytes'> },
  ) {
    this.#store = store;
    this.#lock = lock;
    this.#observer = observer;
    this.#cache = new ByteCache(bounds.cachedBytes);
  }

  /**
   * The content of `algo`. If the record changed meanwhile, the content of the record as it is now.
   * @throws DamagedError when the content is missing, or is not what the record names
   */
  async read(algo: Algorithm, load: LoadAlgo): Promise<Loaded> {
    let current = algo;
    for (let left = READS_WITHOUT_LOCK; left > 0; left -= 1) {
      const source = await this.#sourceOf(current);
      if (source !== null) return { algo: current, source };
      current = await load();
    }
    return this.#lock.run(algo.id, async () => {
      const last = await load();
      const source = await this.#sourceOf(last);
      if (source === null) throw missingContent(this.#store, last);
      return { algo: last, source };
    });
  }

  // The caller reads the record each time, and the record decides who may see the content. The content of a
  // reference never changes, so it can be cached.
  async #sourceOf({ id, ref }: Algorithm): Promise<SourceText | null> {
    const kept = this.#cache.get(ref);
    this.#observer.onContentRead?.(kept !== undefined);
    if (kept !== undefined) return SourceText.shared(kept);
    const content = await this.#store.read(id, ref);
    if (content === null) return null;
    this.#cache.put(ref, content);
    return SourceText.shared(content);
  }

  /** The content of a former version. @throws DamagedError when it is missing, or is not what its reference names */
  async former({ id, ref }: Pick<Algorithm, 'id' | 'ref'>): Promise<SourceText> {
    const content = this.#cache.get(ref) ?? (await this.#store.read(id, ref));
    if (content === null) throw missingContent(this.#store, { id, ref });
    return SourceText.shared(content);
  }

  /**
   * Whether a record has this content, in the store and not only in memory: to save a content again mends one that is missing or damaged.
   * Reads it only if it has the same size, and is not known to differ.
   * @throws UnavailableError
   */
  async has({ id, ref, contentBytes }: Algorithm, source: SourceText): Promise<boolean> {
    const kept = this.#cache.get(ref);
    if (contentBytes !== source.size || (kept !== undefined && !source.equals(kept))) return false;
    const content = await readUnlessDamaged(this.#store, id, ref);
    if (!ArrayBuffer.isView(content)) return false;
    this.#cache.put(ref, content); // who keeps the former content reads it next
    return source.equals(content);
  }

  /** A record names `ref` now: the next read and the next change need not ask the store. */
  keep(ref: string, content: SourceText): void {
    this.#cache.put(ref, content.shared);
  }

  /** No record names `ref` any more. */
  forget(ref: string): void {
    this.#cache.delete(ref);
  }
}
