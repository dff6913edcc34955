import type { AlgoChanges, Algorithm, BinKey, DeletedAlgo, NewAlgorithm, Restoration } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { ServiceObserver } from '../serviceObserver.ts';
import { CommitTurns } from './commitTurns.ts';
import { ContentReader, type Load } from './contentReader.ts';
import { ContentSettling } from './contentSettling.ts';
import { announce, deleteDamaged } from './deleteDamaged.ts';
import { bothOr, type KeepFormer, keptBefore } from './keepFormer.ts';
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
  /** Keeps the former content, if there is a new one. Default: it is not kept. */
  readonly keep?: KeepFormer | null;
}

/**
 * Keeps an algorithm's record and its content together. The record is the commit point and names its content.
 * Readers never see a mixture; an acknowledged write is never lost; resumeWork finishes what a crash left. The
 * changes of one algorithm take turns in the order in which they came. The steps after a commit run in the background.
 */
export class AlgoContent {
  readonly #ports: Pick<Ports, 'algos' | 'bin' | 'contentStore'>;
  readonly #keeping: { readonly reader: ContentReader; readonly onProblem: OnProblem };
  /** By the id of an algorithm. */
  readonly #lock = new KeyedLock();
  readonly #turns: CommitTurns;
  /** The steps beside the commits. */
  readonly settling: ContentSettling;
  readonly reader: ContentReader;

  constructor(ports: Pick<Ports, 'algos' | 'bin' | 'contentStore'>, { onProblem, bounds, observer = {} }: Settings) {
    this.#ports = ports;
    this.settling = new ContentSettling(ports, this.#lock, { onProblem, ...bounds });
    this.#turns = new CommitTurns(this.#lock, this.settling, bounds.commitTries);
    this.reader = new ContentReader(ports.contentStore, this.#lock, { observer, bounds });
    this.#keeping = { reader: this.reader, onProblem };
  }

  async create(fields: Omit<NewAlgorithm, 'id' | 'ref' | 'contentBytes'>, source: SourceText): Promise<Algorithm> {
    const { algos } = this.#ports;
    const { id, ref } = await this.#prepared(source);
    return this.#lock.run(id, async () => {
      const algo = await this.settling.decided(
        () => algos.insert({ ...fields, id, ref, contentBytes: source.size }),
        () => this.settling.stagedUnderLock(ref),
      );
      this.reader.keep(ref, source);
      await this.settling.afterCommit(id, { step: 'publish', ref });
      return algo;
    });
  }

  /** The id and the staged content of a new algorithm: neither waits for the other. */
  async #prepared(source: SourceText): Promise<{ readonly id: number; readonly ref: string }> {
    const { algos, contentStore } = this.#ports;
    const [id, staged] = await Promise.allSettled([algos.nextId(), contentStore.stage(source.shared, null)]);
    if (staged.status === 'rejected') throw staged.reason;
    if (id.status === 'fulfilled') return { id: id.value, ref: staged.value };
    await this.settling.attempt('take back', () => contentStore.discard(staged.value));
    throw id.reason;
  }

  /**
   * Commits `changesOf` the record, with the new content if there is one. A content that the record has already stays, and who saved it when. When another server commits first, tries again with
   * the record that `load` returns.
   * @throws UnavailableError when other servers were faster each time
   */
  change(algo: Algorithm, { load, changesOf, source = null, keep = null }: Change): Promise<Algorithm> {
    if (source !== null) return this.#replace(algo, source, { load, changesOf, keep });
    return this.#turns.run(algo, {
      load,
      tryOn: (current) => this.#ports.algos.compareAndSet(current.id, current.version, changesOf(current)),
    });
  }

  #replace(algo: Algorithm, source: SourceText, { load, changesOf, keep = null }: Change): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    const contentBytes = source.size;
    let staged: { readonly ref: string; readonly replaces: string } | null = null;
    const takeBack = async (): Promise<void> => {
      if (staged !== null) await contentStore.discard(staged.ref);
      staged = null;
    };
    const stage = async (replaces: string) => {
      if (staged?.replaces === replaces) return staged; // the commit that came first has left the content as it was
      await this.settling.attempt('take back', takeBack);
      staged = { ref: await contentStore.stage(source.shared, replaces), replaces };
      return staged;
    };
    return this.#turns.run(algo, {
      load,
      takeBack,
      tryOn: async (current) => {
        const { id, version, ref: replaces } = current;
        if (await this.reader.has(current, source)) {
          await this.settling.attempt('take back', takeBack);
          const { modifiedBy: _by, dateSource: _date, ...changes } = changesOf(current);
          return algos.compareAndSet(id, version, changes);
        }
        const [{ ref }, commitAfter] = await bothOr(
          () => this.settling.attempt('take back', takeBack),
          stage(replaces),
          keptBefore(this.#keeping, current, keep),
        );
        const next = await this.settling.decided(
          () => commitAfter(() => algos.compareAndSet(id, version, { ...changesOf(current), ref, contentBytes })),
          () => this.settling.stagedUnderLock(ref),
        );
        if (next === null) return null;
        this.reader.forget(replaces);
        this.reader.keep(ref, source);
        await this.settling.afterCommit(id, { step: 'publish', ref });
        return next;
      },
    });
  }

  /**
   * Moves the record to the bin. The content stays. When another commit came first, tries again with the record that `load` returns.
   * @throws UnavailableError when other servers were faster each time
   */
  async moveToBin(algo: Algorithm, load: Load, dateSuppression: number): Promise<void> {
    const tryOn = async ({ id, version }: Algorithm) =>
      (await this.#ports.bin.add(id, version, dateSuppression)) || null;
    await this.#turns.run(algo, { load, tryOn });
  }

  /**
   * Makes a record again of what is in the bin, with the rights and places of `fieldsOf`. When another server came first, tries again with what `load` returns.
   * @throws UnavailableError when other servers were faster each time
   */
  restore(
    deleted: DeletedAlgo,
    load: () => Promise<DeletedAlgo>,
    fieldsOf: (deleted: DeletedAlgo) => Promise<Restoration>,
  ): Promise<Algorithm> {
    const tryOn = async (current: DeletedAlgo) =>
      this.#ports.bin.restore(current.id, current.version, await fieldsOf(current));
    return this.#turns.run(deleted, { load, tryOn });
  }

  /**
   * Deletes the record and its content. When another commit came first, tries again with the record that `load`
   * returns.
   * @throws UnavailableError when other servers were faster each time
   */
  async delete(algo: Algorithm, load: Load): Promise<void> {
    const tryOn = async (current: Algorithm) =>
      (await this.#remove(current, () => this.#ports.algos.delete(current.id, current.version))) || null;
    await this.#turns.run(algo, { load, tryOn, takeBack: () => this.settling.deletionUnderLock(algo.id) });
  }

  /** Removes an algorithm of the bin for good, with its content. False if somebody else has removed or restored it. */
  removeFromBin(deleted: BinKey): Promise<boolean> {
    const { id } = deleted;
    // A damaged key, such as the text '7' in MongoDB: the content of 7 is that of another algorithm.
    if (!Number.isSafeInteger(id)) return this.#ports.bin.remove(deleted);
    return this.#lock.run(id, async () => {
      const isRemoved = await this.#remove(deleted, () => this.#ports.bin.remove(deleted));
      if (!isRemoved) await this.settling.attempt('take back', () => this.settling.deletionUnderLock(id));
      return isRemoved;
    });
  }

  async #remove({ id, ref }: Pick<BinKey, 'id' | 'ref'>, commit: () => Promise<boolean>): Promise<boolean> {
    const parts = { ...this.#ports, onProblem: this.#keeping.onProblem };
    let announced: string | null = null;
    const isRemoved = await this.settling.decided(
      async () => {
        announced = await announce(parts, id, ref);
        return commit();
      },
      () => this.settling.deletionUnderLock(id),
    );
    if (!isRemoved) return false;
    if (ref !== null) this.reader.forget(ref);
    await this.settling.afterCommit(id, { step: 'delete', ref: announced });
    return true;
  }

  /** Deletes a damaged record, and its content if the reference can be read. */
  deleteDamaged(id: number): Promise<void> {
    const parts = { ...this.#ports, settling: this.settling, onProblem: this.#keeping.onProblem };
    return this.#lock.run(id, () => deleteDamaged(parts, id));
  }
}
