import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import { UnavailableError } from '../errors.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { ContentReader, type Load, type Loaded } from './contentReader.ts';
import type { SourceText } from './sourceText.ts';

/**
 * Keeps an algorithm's record and its content together. The record is the commit point and names its content.
 * Readers never see a mixture; an acknowledged write is never lost; ResumeWork finishes what a crash left.
 */
export class AlgoContent {
  readonly #ports: Pick<Ports, 'algos' | 'contentStore'>;
  readonly #onProblem: OnProblem;
  readonly #lock = new KeyedLock();
  readonly #reader: ContentReader;

  constructor(ports: Pick<Ports, 'algos' | 'contentStore'>, onProblem: OnProblem) {
    this.#ports = ports;
    this.#onProblem = onProblem;
    this.#reader = new ContentReader(ports.contentStore, this.#lock);
  }

  /** As `ContentReader.read`. */
  read(algo: Algorithm, load: Load): Promise<Loaded> {
    return this.#reader.read(algo, load);
  }

  async create(
    fields: Omit<Algorithm, 'id' | 'version' | 'ref' | 'contentBytes'>,
    source: SourceText,
  ): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    const ref = await contentStore.stage(source.bytes);
    return this.#settlingStaged(ref, async () => {
      const id = await algos.nextId();
      return this.#lock.run(id, async () => {
        const algo = await algos.insert({ ...fields, id, ref, contentBytes: source.bytes.length });
        await this.#afterCommit('publish', () => contentStore.publish(id, ref));
        return algo;
      });
    });
  }

  /** Commits `changesOf` the record with the new content. Repeats until the commit succeeds or `load` throws. */
  async replace(
    algo: Algorithm,
    source: SourceText,
    { load, changesOf }: { readonly load: Load; readonly changesOf: (current: Algorithm) => AlgoChanges },
  ): Promise<Algorithm> {
    const ref = await this.#ports.contentStore.stage(source.bytes);
    return this.#settlingStaged(ref, () =>
      this.#lock.run(algo.id, async () => {
        let current = algo;
        for (;;) {
          const next = await this.#tryReplace(current, {
            ...changesOf(current),
            ref,
            contentBytes: source.bytes.length,
          });
          if (next !== null) return next;
          current = await this.#reload(load, () => this.#ports.contentStore.discard(ref));
        }
      }),
    );
  }

  async #tryReplace(current: Algorithm, changes: AlgoChanges & { readonly ref: string }): Promise<Algorithm | null> {
    const { algos, contentStore } = this.#ports;
    await contentStore.announce(current.id, current.ref, 'replace');
    const next = await algos.compareAndSet(current.id, current.version, changes);
    if (next === null) return null; // the announcement is settled with the other unfinished work
    this.#reader.forget(current.ref);
    await this.#afterCommit('publish', async () => {
      await contentStore.publish(current.id, changes.ref);
      await contentStore.discard(current.ref);
    });
    return next;
  }

  /** When `load` throws, takes back what was prepared. */
  async #reload(load: Load, takeBack: () => Promise<void>): Promise<Algorithm> {
    try {
      return await load();
    } catch (problem) {
      await this.#afterCommit('take back', takeBack);
      throw problem;
    }
  }

  /**
   * Deletes the record and its content. When another commit came first, tries again with the record that `load`
   * returns.
   */
  async delete(algo: Algorithm, load: Load): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    const work = async () => {
      let current = algo;
      for (;;) {
        const { id, ref, version } = current;
        await contentStore.announce(id, ref, 'delete');
        if (await algos.delete(id, version)) {
          this.#reader.forget(ref);
          await this.#afterCommit('delete', () => contentStore.delete(id, ref));
          return current;
        }
        current = await this.#reload(load, () => this.#settleDeletion(id));
      }
    };
    return this.#settling(
      () => this.#lock.run(algo.id, work),
      () => this.settleDeletion(algo.id),
    );
  }

  /** Deletes a record that is damaged, with its content where that can be told. */
  async deleteDamaged(id: number): Promise<void> {
    const { algos, contentStore } = this.#ports;
    await this.#lock.run(id, async () => {
      const ref = await this.#announcedRef(id);
      if (await algos.delete(id, null)) await this.#afterCommit('delete', () => contentStore.delete(id, ref));
    });
  }

  /** The reference of a damaged record, once its deletion is announced; null where it cannot be read, or can be none. */
  async #announcedRef(id: number): Promise<string | null> {
    const { algos, contentStore } = this.#ports;
    const ref = await algos.refOf(id);
    if (ref === null) return null;
    try {
      await contentStore.announce(id, ref, 'delete');
      return ref;
    } catch (problem) {
      if (problem instanceof UnavailableError) throw problem;
      this.#onProblem(problem, 'algorithm content: a damaged reference');
      return null;
    }
  }

  #settlingStaged<Value>(ref: string, work: () => Promise<Value>): Promise<Value> {
    return this.#settling(work, () => this.settleStaged(ref));
  }

  /**
   * When a commit has failed and the store knows its outcome, settles the content before any other work on this
   * algorithm. When the store does not know, ResumeWork settles it as soon as the commit can no longer take effect.
   */
  async #settling<Value>(work: () => Promise<Value>, settle: () => Promise<void>): Promise<Value> {
    try {
      return await work();
    } catch (problem) {
      if (problem instanceof UnavailableError && problem.isDecided) await this.#afterCommit('settle', settle);
      throw problem;
    }
  }

  /** Finishes staged content that a crash left: publishes it if a record names it, else discards it. */
  async settleStaged(ref: string): Promise<void> {
    const { algos, contentStore } = this.#ports;
    const found = await algos.findByRef(ref);
    if (found === null) return contentStore.discard(ref);
    await this.#lock.run(found.id, async () => {
      const still = await algos.findByRef(ref);
      await (still === null ? contentStore.discard(ref) : contentStore.publish(still.id, ref));
    });
  }

  /**
   * Finishes an announced deletion: if the record is absent, deletes the content, else withdraws the announcement.
   */
  settleDeletion(id: number): Promise<void> {
    return this.#lock.run(id, () => this.#settleDeletion(id));
  }

  async #settleDeletion(id: number): Promise<void> {
    const { algos, contentStore } = this.#ports;
    const found = await algos.findById(id);
    await (found === null ? contentStore.delete(id, null) : contentStore.withdraw(id, found.ref));
  }

  // The commit is durable. A failure after it does not fail the caller, and ResumeWork repeats the step.
  #afterCommit(step: string, work: () => Promise<unknown>): Promise<void> {
    return attempt(this.#onProblem, `algorithm content: ${step}`, work);
  }
}
