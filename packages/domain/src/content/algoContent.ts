import type { AlgoChanges, Algorithm, BinKey, DeletedAlgo, NewAlgorithm, Restoration } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { OnProblem, ServiceObserver } from '../problems.ts';
import { KeyedLock } from '../work.ts';
import { inTurn, type KeepFormer, Replacement, type Turns } from './commits.ts';
import { ContentListing } from './contentListing.ts';
import { ContentReader, type LoadAlgo } from './contentReader.ts';
import { type ContentPorts, ContentReconciler } from './contentReconciler.ts';
import type { RecordPlace } from './contentStore.ts';
import type { SourceText } from './sourceText.ts';

interface Settings {
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'commitTries' | 'cachedBytes'>;
  readonly observer?: ServiceObserver;
}

export interface ContentChange {
  readonly load: LoadAlgo;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
  /** The new content. Default: the content stays. */
  readonly source?: SourceText | null;
  /** Keeps the former content, if there is a new one. Default: it is not kept. */
  readonly keep?: KeepFormer | null;
}

/**
 * Keeps a record and its content together: the record is the commit point. Readers never see a mixture; an acknowledged write is never
 * lost; resumeWork finishes what a crash left. The changes of one algorithm take turns.
 */
export class AlgoContent {
  readonly #ports: ContentPorts;
  readonly #lock = new KeyedLock();
  readonly #turns: Turns;
  readonly reconciler: ContentReconciler;
  readonly reader: ContentReader;
  readonly listing: ContentListing;

  constructor(ports: ContentPorts, { onProblem, bounds, observer = {} }: Settings) {
    this.#ports = ports;
    this.reconciler = new ContentReconciler(ports, this.#lock, onProblem);
    this.#turns = { lock: this.#lock, reconciler: this.reconciler, commitTries: bounds.commitTries };
    this.listing = new ContentListing(ports, this.reconciler, this.#lock);
    this.reader = new ContentReader(ports.contentStore, this.#lock, { observer, bounds });
  }

  /**
   * Stages the content, inserts the record, publishes the content.
   * @throws what `requireKnown`, `nextId`, `stage` and `insert` throw: then nothing is left, or resumeWork reconciles it; what `publish`
   * throws: then the algorithm is there, and resumeWork repeats the publication
   */
  async create(fields: Omit<NewAlgorithm, 'id' | 'ref' | 'contentBytes'>, source: SourceText): Promise<Algorithm> {
    const { algos, contentStore } = this.#ports;
    await this.listing.requireKnown();
    const id = await algos.nextId();
    const ref = await contentStore.stage(source.bytes, null);
    return this.#lock.run(id, async () => {
      const algo = await this.reconciler.decided({ id, ref: null, staged: ref }, () =>
        algos.insert({ ...fields, id, ref, contentBytes: source.size }),
      );
      this.reader.remember(ref, source);
      await this.reconciler.afterCommit(id, () => contentStore.publish(id, ref));
      return algo;
    });
  }

  /**
   * Commits `changesOf` the record. A content that it has already stays, and who saved it when. When another server commits first, tries
   * again with what `load` returns; so do the methods below.
   * @throws UnavailableError when other servers were faster each time
   */
  async change(algo: Algorithm, { load, changesOf, source = null, keep = null }: ContentChange): Promise<Algorithm> {
    if (source === null) {
      const tryOn = (current: Algorithm) =>
        this.#ports.algos.compareAndSet(current.id, current.version, changesOf(current));
      return inTurn(this.#turns, algo, { load, tryOn });
    }
    const parts = { ...this.#ports, reconciler: this.reconciler, reader: this.reader };
    const replacement = new Replacement(parts, { source, keep, changesOf });
    const changed = await inTurn(this.#turns, algo, {
      load,
      tryOn: (current) => replacement.tryOn(current),
      takeBack: () => replacement.takeBack(),
    });
    const { kept } = replacement;
    if (kept !== null) await this.reconciler.attempt('former versions', async () => keep?.kept(kept));
    return changed;
  }

  async moveToBin(algo: Algorithm, load: LoadAlgo, dateSuppression: number): Promise<void> {
    const tryOn = async ({ id, version, ref }: Algorithm) => {
      const add = () => this.#ports.bin.add(id, version, dateSuppression);
      if (!(await this.reconciler.decided({ id, ref }, add))) return null;
      await this.#moved(id, ref, 'bin');
      return true;
    };
    await inTurn(this.#turns, algo, { load, tryOn });
  }

  /** With the rights and places of `fieldsOf`. */
  restore(
    deleted: DeletedAlgo,
    load: () => Promise<DeletedAlgo>,
    fieldsOf: (deleted: DeletedAlgo) => Promise<Restoration>,
  ): Promise<Algorithm> {
    const tryOn = async (current: DeletedAlgo) => {
      const fields = await fieldsOf(current);
      const algo = await this.reconciler.decided(current, () =>
        this.#ports.bin.restore(current.id, current.version, fields),
      );
      if (algo !== null) await this.#moved(algo.id, algo.ref, 'records');
      return algo;
    };
    return inTurn(this.#turns, deleted, { load, tryOn });
  }

  #moved(id: number, ref: string, to: RecordPlace): Promise<void> {
    return this.reconciler.afterCommit(id, () => this.#ports.contentStore.move(id, ref, to));
  }

  async delete(algo: Algorithm, load: LoadAlgo): Promise<void> {
    const tryOn = async (current: Algorithm) => {
      const commit = () => this.#ports.algos.delete(current.id, current.version);
      return (await this.#remove(current, 'records', commit)) || null;
    };
    await inTurn(this.#turns, algo, { load, tryOn });
  }

  /** Removes for good. False if somebody else has removed or restored it. */
  removeFromBin(deleted: BinKey): Promise<boolean> {
    const { id } = deleted;
    // A damaged key, such as the text '7' in MongoDB: the content of 7 is that of another algorithm.
    if (!Number.isSafeInteger(id)) return this.#ports.bin.remove(deleted);
    return this.#locked(id, () => this.#remove(deleted, 'bin', () => this.#ports.bin.remove(deleted)));
  }

  async deleteDamaged(id: number): Promise<void> {
    const { algos } = this.#ports;
    await this.#locked(id, async () => {
      const ref = await algos.refOf(id);
      return this.#remove({ id, ref }, 'records', () => algos.delete(id, null));
    });
  }

  #locked<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    return this.#lock.run(id, async () => {
      await this.reconciler.finish(id);
      return work();
    });
  }

  async #remove(
    { id, ref }: Pick<BinKey, 'id' | 'ref'>,
    from: RecordPlace,
    commit: () => Promise<boolean>,
  ): Promise<boolean> {
    const { contentStore } = this.#ports;
    if (ref !== null) await this.reconciler.noteRemoval(ref);
    const isRemoved = await this.reconciler.decided({ id, ref }, commit);
    if (!isRemoved) {
      await this.reconciler.reconcileCommit({ id, ref });
      return false;
    }
    if (ref !== null) this.reader.forget(ref);
    await this.reconciler.afterCommit(id, () => contentStore.delete(id, ref, from));
    return true;
  }
}
