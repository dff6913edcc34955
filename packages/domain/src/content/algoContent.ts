import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import { UnavailableError } from '../errors.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { ServiceObserver } from '../serviceObserver.ts';
import { ContentReader, type Load, type Loaded } from './contentReader.ts';
import { ContentSettling } from './contentSettling.ts';
import type { SourceText } from './sourceText.ts';

/**
 * Keeps an algorithm's record and its content together. The record is the commit point and names its content.
 * Readers never see a mixture; an acknowledged write is never lost; ResumeWork finishes what a crash left. The
 * steps after a commit run in the background, before the next change of the same algorithm.
 */
export class AlgoContent {
  readonly #ports: Pick<Ports, 'algos' | 'contentStore'>;
  readonly #onProblem: OnProblem;
  /** By the id of an algorithm. */
  readonly #lock = new KeyedLock();
  readonly #settling: ContentSettling;
  readonly #reader: ContentReader;

  constructor(ports: Pick<Ports, 'algos' | 'contentStore'>, onProblem: OnProblem, observer: ServiceObserver = {}) {
    this.#ports = ports;
    this.#onProblem = onProblem;
    this.#settling = new ContentSettling(ports, this.#lock, onProblem);
    this.#reader = new ContentReader(ports.contentStore, this.#lock, observer);
  }

  /** As `ContentReader.read`. */
  read(algo: Algorithm, load: Load): Promise<Loaded> {
    return this.#reader.read(algo, load);
  }

  /** Resolves when no step after a commit is left. */
  settled(): Promise<void> {
    return this.#settling.settled();
  }

  async create(
    fields: Omit<Algorithm, 'id' | 'version' | 'ref' | 'contentBytes'>,
    source: SourceText,
  ): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    const { id, ref } = await this.#prepared(source);
    return this.#lock.run(id, async () => {
      const algo = await this.#settling.decided(
        () => algos.insert({ ...fields, id, ref, contentBytes: source.bytes.length }),
        () => this.#settling.stagedUnderLock(ref),
      );
      await this.#settling.afterCommit('publish', id, () => contentStore.publish(id, ref));
      return algo;
    });
  }

  /** The id and the staged content of a new algorithm: neither waits for the other. */
  async #prepared(source: SourceText): Promise<{ readonly id: number; readonly ref: string }> {
    const { algos, contentStore } = this.#ports;
    const [id, staged] = await Promise.allSettled([algos.nextId(), contentStore.stage(source.bytes, null)]);
    if (staged.status === 'rejected') throw staged.reason;
    if (id.status === 'fulfilled') return { id: id.value, ref: staged.value };
    await this.#settling.attempt('take back', () => contentStore.discard(staged.value));
    throw id.reason;
  }

  /** Commits `changesOf` the record with the new content. Repeats until the commit succeeds or `load` throws. */
  async replace(
    algo: Algorithm,
    source: SourceText,
    { load, changesOf }: { readonly load: Load; readonly changesOf: (current: Algorithm) => AlgoChanges },
  ): Promise<Algorithm> {
    const mayHaveChanged = this.#lock.isHeld(algo.id);
    return this.#lock.run(algo.id, async () => {
      let current = mayHaveChanged ? await load() : algo;
      for (;;) {
        const next = await this.#tryReplace(current, source, changesOf(current));
        if (next !== null) return next;
        current = await load();
      }
    });
  }

  async #tryReplace(current: Algorithm, source: SourceText, changes: AlgoChanges): Promise<Algorithm | null> {
    const { algos, contentStore } = this.#ports;
    const { id, version, ref: replaced } = current;
    const ref = await contentStore.stage(source.bytes, replaced);
    const next = await this.#settling.decided(
      () => algos.compareAndSet(id, version, { ...changes, ref, contentBytes: source.bytes.length }),
      () => this.#settling.stagedUnderLock(ref),
    );
    if (next === null) {
      await this.#settling.attempt('take back', () => contentStore.discard(ref));
      return null;
    }
    this.#reader.forget(replaced);
    await this.#settling.afterCommit('publish', id, () => contentStore.publish(id, ref));
    return next;
  }

  /**
   * Deletes the record and its content. When another commit came first, tries again with the record that `load`
   * returns.
   */
  delete(algo: Algorithm, load: Load): Promise<Algorithm> {
    return this.#lock.run(algo.id, async () => {
      for (let current = algo; ; ) {
        if (await this.#tryDelete(current)) return current;
        current = await this.#reload(load, () => this.#settling.deletionUnderLock(algo.id));
      }
    });
  }

  async #tryDelete({ id, ref, version }: Algorithm): Promise<boolean> {
    const { algos, contentStore } = this.#ports;
    await contentStore.announce(id, ref);
    const isDeleted = await this.#settling.decided(
      () => algos.delete(id, version),
      () => this.#settling.deletionUnderLock(id),
    );
    if (!isDeleted) return false;
    this.#reader.forget(ref);
    await this.#settling.afterCommit('delete', id, () => contentStore.delete(id, ref));
    return true;
  }

  /** As `load`. If it throws, `takeBack` undoes what was prepared. */
  async #reload(load: Load, takeBack: () => Promise<void>): Promise<Algorithm> {
    try {
      return await load();
    } catch (problem) {
      await this.#settling.attempt('take back', takeBack);
      throw problem;
    }
  }

  /** Deletes a damaged record, and its content if the reference can be read. */
  async deleteDamaged(id: number): Promise<void> {
    const { algos, contentStore } = this.#ports;
    await this.#lock.run(id, async () => {
      const ref = await this.#announcedRef(id);
      if (await algos.delete(id, null))
        await this.#settling.afterCommit('delete', id, () => contentStore.delete(id, ref));
    });
  }

  /** Announces the deletion of a damaged record. The reference of its content; null if it cannot be read, or is no reference. */
  async #announcedRef(id: number): Promise<string | null> {
    const { algos, contentStore } = this.#ports;
    const ref = await algos.refOf(id);
    if (ref === null) return null;
    try {
      await contentStore.announce(id, ref);
      return ref;
    } catch (problem) {
      if (problem instanceof UnavailableError) throw problem;
      this.#onProblem(problem, 'algorithm content: a damaged reference');
      return null;
    }
  }

  /** As `ContentSettling.settleStaged`. */
  settleStaged(ref: string): Promise<void> {
    return this.#settling.settleStaged(ref);
  }

  /** As `ContentSettling.settleDeletion`. */
  settleDeletion(id: number): Promise<void> {
    return this.#settling.settleDeletion(id);
  }
}
