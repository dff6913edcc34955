import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { Clock } from '../clock.ts';
import type { AlgoBin, AlgoHistory, AlgoRepository, ContentStore } from '../ports.ts';
import type { OnProblem, ServiceObserver } from '../problems.ts';
import { ByteCache, type KeyedLock } from '../work.ts';
import { SourceText } from './sourceText.ts';
import { missingContent, readUnlessDamaged } from './verifyContent.ts';

/** Reads the record again and checks the caller's rights on it. */
export type LoadAlgo = () => Promise<Algorithm>;

const READS_WITHOUT_LOCK = 3;

/** The records that have content, and the content. */
export interface ContentPorts {
  readonly algos: AlgoRepository;
  readonly bin: AlgoBin;
  readonly history: AlgoHistory;
  readonly contentStore: ContentStore;
  readonly clock: Clock;
}

/** What contents are read and changed with. The lock is by the id of the algorithm. */
export interface ContentParts extends ContentPorts {
  readonly lock: KeyedLock;
  readonly onProblem: OnProblem;
  readonly observer: ServiceObserver;
  readonly bounds: Pick<Bounds, 'commitTries' | 'cachedBytes'>;
}

type Parts = Pick<ContentParts, 'contentStore' | 'lock' | 'observer' | 'bounds'>;

export interface Loaded {
  readonly algo: Algorithm;
  readonly source: SourceText;
}

/** Reads the content of records, from memory or from the store. What memory keeps, by reference, is bounded in bytes. */
export class ContentReader {
  readonly #parts: Parts;
  readonly #cache: ByteCache;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#cache = new ByteCache(parts.bounds.cachedBytes);
  }

  /**
   * If the record changed meanwhile, the content of the record as it is now.
   * @throws DamagedError when the content is missing, or is not what the record names
   */
  async read(algo: Algorithm, load: LoadAlgo): Promise<Loaded> {
    let current = algo;
    for (let left = READS_WITHOUT_LOCK; left > 0; left -= 1) {
      const source = await this.#sourceOf(current);
      if (source !== null) return { algo: current, source };
      current = await load();
    }
    return this.#parts.lock.run(algo.id, async () => {
      const last = await load();
      const source = await this.#sourceOf(last);
      if (source === null) throw missingContent(this.#parts.contentStore, last);
      return { algo: last, source };
    });
  }

  // The record, read each time, decides who may see the content. The content of a reference never changes.
  async #sourceOf({ id, ref }: Algorithm): Promise<SourceText | null> {
    const kept = this.#cache.get(ref);
    this.#parts.observer.onContentRead?.(kept !== undefined);
    if (kept !== undefined) return new SourceText(kept);
    const content = await this.#parts.contentStore.read(id, ref);
    if (content === null) return null;
    this.#cache.put(ref, content);
    return new SourceText(content);
  }

  /**
   * The content of a former version. Memory does not keep it for that.
   * @throws DamagedError when it is missing or damaged
   */
  async former({ id, ref }: Pick<Algorithm, 'id' | 'ref'>): Promise<SourceText> {
    const content = this.#cache.get(ref) ?? (await this.#parts.contentStore.read(id, ref));
    if (content === null) throw missingContent(this.#parts.contentStore, { id, ref });
    return new SourceText(content);
  }

  /**
   * Whether the store, and not only memory, has this content for the record: to save it again mends one that is missing or damaged.
   * @throws UnavailableError
   */
  async has({ id, ref, contentBytes }: Algorithm, source: SourceText): Promise<boolean> {
    const kept = this.#cache.get(ref);
    if (contentBytes !== source.size || (kept !== undefined && !source.equals(kept))) return false;
    const content = await readUnlessDamaged(this.#parts.contentStore, id, ref);
    if (!ArrayBuffer.isView(content)) return false;
    this.#cache.put(ref, content); // who keeps the former content reads it next
    return source.equals(content);
  }

  /** In memory only. */
  remember(ref: string, content: SourceText): void {
    this.#cache.put(ref, content.bytes);
  }

  forget(ref: string): void {
    this.#cache.delete(ref);
  }
}
