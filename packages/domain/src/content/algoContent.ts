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
  readonly committed?: Committed;
}

/** Called at the commit. The content may not get its place after it: the call rejects then, and the change is there. */
type Committed = () => void;

const NOTHING: Committed = () => {};

/** `commit`, and `committed` if it has happened. */
const thenTold = async <Outcome>(commit: Promise<Outcome>, committed: Committed): Promise<Outcome> => {
  const outcome = await commit;
  if (outcome !== null && outcome !== false) committed();
  return outcome;
};

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
  async change(algo: Algorithm, change: ContentChange): Promise<Algorithm> {
    const { load, changesOf, source = null, keep = null, committed = NOTHING } = change;
    const commit: ContentPorts['algos']['compareAndSet'] = (...input) =>
      thenTold(this.#ports.algos.compareAndSet(...input), committed);
    if (source === null) {
      const tryOn = (current: Algorithm) => commit(current.id, current.version, changesOf(current));
      return inTurn(this.#turns, algo, { load, tryOn });
    }
    const parts = { ...this.#ports, commit, reconciler: this.reconciler, reader: this.reader };
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

  async moveToBin(
    algo: Algorithm,
    { load, dateSuppression, committed }: { load: LoadAlgo; dateSuppression: number; committed: Committed },
  ): Promise<void> {
    const tryOn = async ({ id, version, ref }: Algorithm) => {
      const add = () => thenTold(this.#ports.bin.add(id, version, dateSuppression), committed);
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
    committed: Committed,
  ): Promise<Algorithm> {
    const tryOn = async (current: DeletedAlgo) => {
      const fields = await fieldsOf(current);
      const algo = await this.reconciler.decided(current, () =>
        thenTold(this.#ports.bin.restore(current.id, current.version, fields), committed),
      );
      if (algo !== null) await this.#moved(algo.id, algo.ref, 'records');
      return algo;
    };
    return inTurn(this.#turns, deleted, { load, tryOn });
  }

  #moved(id: number, ref: string, to: RecordPlace): Promise<void> {
    return this.reconciler.afterCommit(id, () => this.#ports.contentStore.move(id, ref, to));
  }

  async delete(algo: Algorithm, load: LoadAlgo, committed = NOTHING): Promise<void> {
    const tryOn = async (current: Algorithm) => {
      const commit = () => thenTold(this.#ports.algos.delete(current.id, current.version), committed);
      return (await this.#remove(current, 'records', commit)) || null;
    };
    await inTurn(this.#turns, algo, { load, tryOn });
  }

  /** Removes for good. False if somebody else has removed or restored it. */
  removeFromBin(deleted: BinKey, committed = NOTHING): Promise<boolean> {
    const { id } = deleted;
    // A damaged key, such as the text '7' in MongoDB: the content of 7 is that of another algorithm.
    const commit = () => thenTold(this.#ports.bin.remove(deleted), committed);
    if (!Number.isSafeInteger(id)) return commit();
    return this.#locked(id, () => this.#remove(deleted, 'bin', commit));
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
