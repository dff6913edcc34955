import type { AlgoChanges, Algorithm, NewAlgorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import { UnavailableError } from '../errors.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { ServiceObserver } from '../serviceObserver.ts';
import { ContentReader, type Load } from './contentReader.ts';
import { ContentSettling } from './contentSettling.ts';
import type { SourceText } from './sourceText.ts';

interface Settings {
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'backgroundWorks' | 'commitTries' | 'cachedBytes'>;
  readonly observer?: ServiceObserver;
}

/** A change of a record. */
interface Change {
  readonly load: Load;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
  /** The new content. Default: the content stays. */
  readonly source?: SourceText | null;
}

/** A commit that may find that another one came first. */
interface Attempt<Result> {
  readonly load: Load;
  /** Null when another commit came first. */
  readonly tryOn: (current: Algorithm) => Promise<Result | null>;
  /** Undoes what was prepared, when there is no further try. */
  readonly takeBack: () => Promise<unknown>;
}

/**
 * Keeps an algorithm's record and its content together. The record is the commit point and names its content.
 * Readers never see a mixture; an acknowledged write is never lost; resumeWork finishes what a crash left. The
 * changes of one algorithm take turns in the order in which they came. The steps after a commit run in the background.
 */
export class AlgoContent {
  readonly #ports: Pick<Ports, 'algos' | 'contentStore'>;
  readonly #onProblem: OnProblem;
  /** By the id of an algorithm. */
  readonly #lock = new KeyedLock();
  readonly #commitTries: number;
  /** The steps beside the commits. */
  readonly settling: ContentSettling;
  readonly reader: ContentReader;

  constructor(ports: Pick<Ports, 'algos' | 'contentStore'>, { onProblem, bounds, observer = {} }: Settings) {
    this.#ports = ports;
    this.#onProblem = onProblem;
    this.#commitTries = bounds.commitTries;
    this.settling = new ContentSettling(ports, this.#lock, { onProblem, ...bounds });
    this.reader = new ContentReader(ports.contentStore, this.#lock, { observer, bounds });
  }

  async create(fields: Omit<NewAlgorithm, 'id' | 'ref' | 'contentBytes'>, source: SourceText): Promise<Algorithm> {
    const { algos } = this.#ports;
    const { id, ref } = await this.#prepared(source);
    return this.#lock.run(id, async () => {
      const algo = await this.settling.decided(
        () => algos.insert({ ...fields, id, ref, contentBytes: source.bytes.length }),
        () => this.settling.stagedUnderLock(ref),
      );
      await this.settling.afterCommit(id, { step: 'publish', ref });
      return algo;
    });
  }

  /** The id and the staged content of a new algorithm: neither waits for the other. */
  async #prepared(source: SourceText): Promise<{ readonly id: number; readonly ref: string }> {
    const { algos, contentStore } = this.#ports;
    const [id, staged] = await Promise.allSettled([algos.nextId(), contentStore.stage(source.bytes, null)]);
    if (staged.status === 'rejected') throw staged.reason;
    if (id.status === 'fulfilled') return { id: id.value, ref: staged.value };
    await this.settling.attempt('take back', () => contentStore.discard(staged.value));
    throw id.reason;
  }

  /**
   * Commits `changesOf` the record, with the new content if there is one. When another server commits first, tries again with
   * the record that `load` returns.
   * @throws UnavailableError when other servers were faster each time
   */
  change(algo: Algorithm, { load, changesOf, source = null }: Change): Promise<Algorithm> {
    if (source !== null) return this.#replace(algo, source, { load, changesOf });
    return this.#inTurn(algo, {
      load,
      tryOn: (current) => this.#ports.algos.compareAndSet(current.id, current.version, changesOf(current)),
      takeBack: async () => {},
    });
  }

  #replace(algo: Algorithm, source: SourceText, { load, changesOf }: Change): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    const contentBytes = source.bytes.length;
    let staged: { readonly ref: string; readonly replaces: string } | null = null;
    const takeBack = async (): Promise<void> => {
      if (staged !== null) await contentStore.discard(staged.ref);
      staged = null;
    };
    return this.#inTurn(algo, {
      load,
      takeBack,
      tryOn: async (current) => {
        const { id, version, ref: replaces } = current;
        // A commit that left the content as it was lets the staged one serve again.
        if (staged?.replaces !== replaces) {
          await this.settling.attempt('take back', takeBack);
          staged = { ref: await contentStore.stage(source.bytes, replaces), replaces };
        }
        const { ref } = staged;
        const next = await this.settling.decided(
          () => algos.compareAndSet(id, version, { ...changesOf(current), ref, contentBytes }),
          () => this.settling.stagedUnderLock(ref),
        );
        if (next === null) return null;
        this.reader.forget(replaces);
        await this.settling.afterCommit(id, { step: 'publish', ref });
        return next;
      },
    });
  }

  /**
   * Deletes the record and its content. When another commit came first, tries again with the record that `load`
   * returns.
   * @throws UnavailableError when other servers were faster each time
   */
  delete(algo: Algorithm, load: Load): Promise<Algorithm> {
    return this.#inTurn(algo, {
      load,
      tryOn: async (current) => ((await this.#tryDelete(current)) ? current : null),
      takeBack: () => this.settling.deletionUnderLock(algo.id),
    });
  }

  async #tryDelete({ id, ref, version }: Algorithm): Promise<boolean> {
    const { algos, contentStore } = this.#ports;
    await contentStore.announce?.(id, ref);
    const isDeleted = await this.settling.decided(
      () => algos.delete(id, version),
      () => this.settling.deletionUnderLock(id),
    );
    if (!isDeleted) return false;
    this.reader.forget(ref);
    await this.settling.afterCommit(id, { step: 'delete', ref });
    return true;
  }

  /** Tries a commit when all changes of the algorithm that came before have ended, until it succeeds or `load` throws. */
  #inTurn<Result>(algo: Algorithm, { load, tryOn, takeBack }: Attempt<Result>): Promise<Result> {
    const mayHaveChanged = this.#lock.isHeld(algo.id);
    return this.#lock.run(algo.id, async () => {
      let current = mayHaveChanged ? await load() : algo;
      for (let tries = 1; ; tries += 1) {
        const result = await tryOn(current);
        if (result !== null) return result;
        try {
          if (tries === this.#commitTries)
            throw new UnavailableError({ reason: 'other servers changed the algorithm' });
          current = await load();
        } catch (problem) {
          await this.settling.attempt('take back', takeBack);
          throw problem;
        }
      }
    });
  }

  /** Deletes a damaged record, and its content if the reference can be read. */
  async deleteDamaged(id: number): Promise<void> {
    const { algos } = this.#ports;
    await this.#lock.run(id, async () => {
      const ref = await this.#announcedRef(id);
      if (await algos.delete(id, null)) await this.settling.afterCommit(id, { step: 'delete', ref });
    });
  }

  /** Announces the deletion of a damaged record. The reference of its content; null if it cannot be read, or is no reference. */
  async #announcedRef(id: number): Promise<string | null> {
    const { algos, contentStore } = this.#ports;
    const ref = await algos.refOf(id);
    if (ref === null) return null;
    try {
      await contentStore.announce?.(id, ref);
      return ref;
    } catch (problem) {
      if (problem instanceof UnavailableError) throw problem;
      this.#onProblem(problem, 'algorithm content: a damaged reference');
      return null;
    }
  }
}
