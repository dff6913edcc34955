import type { AlgoChanges, Algorithm, BinKey, DeletedAlgo, NewAlgorithm, Restoration } from '../algorithm.ts';
import { UnavailableError } from '../responses.ts';
import { KeyedLock } from '../work.ts';
import { type KeepFormer, Replacement } from './commits.ts';
import { ContentListing } from './contentListing.ts';
import { type ContentParts, type ContentPorts, ContentReader, type LoadAlgo } from './contentReader.ts';
import { ContentReconciler } from './contentReconciler.ts';
import type { RecordPlace } from './contentStore.ts';
import type { SourceText } from './sourceText.ts';

export interface ContentChange {
  readonly load: LoadAlgo;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
  /** The new content. Default: the content stays. */
  readonly source?: SourceText | null;
  /** Keeps the former content, if there is a new one. Default: it is not kept. */
  readonly keep?: KeepFormer | null;
}

interface Attempt<Current, Result> {
  /** What there is now. */
  readonly load: () => Promise<Current>;
  /** Null when another commit came first. */
  readonly tryOn: (current: Current) => Promise<Result | null>;
  /** Undoes what was prepared, when there is no further try. Default: nothing was. */
  readonly takeBack?: () => Promise<unknown>;
}

/**
 * Keeps a record and its content together: the record is the commit point. Readers never see a mixture; an acknowledged write is never
 * lost; resumeWork finishes what a crash left. The changes of one algorithm take turns.
 */
export class AlgoContent {
  readonly #parts: ContentParts;
  readonly reconciler: ContentReconciler;
  readonly reader: ContentReader;
  readonly listing: ContentListing;

  constructor(ports: ContentPorts, settings: Omit<ContentParts, 'lock' | keyof ContentPorts>) {
    this.#parts = { ...ports, ...settings, lock: new KeyedLock() };
    this.reconciler = new ContentReconciler(this.#parts);
    this.listing = new ContentListing(this.#parts, this.reconciler);
    this.reader = new ContentReader(this.#parts);
  }

  /**
   * Stages the content, inserts the record, publishes the content.
   * @throws what `requireKnown`, `nextId`, `stage` and `insert` throw: then nothing is left, or resumeWork reconciles it; what `publish`
   * throws: then the algorithm is there, and resumeWork repeats the publication
   */
  async create(fields: Omit<NewAlgorithm, 'id' | 'ref' | 'contentBytes'>, source: SourceText): Promise<Algorithm> {
    const { algos, contentStore } = this.#parts;
    await this.listing.requireKnown();
    const id = await algos.nextId();
    const ref = await contentStore.stage(source.bytes, null);
    return this.#parts.lock.run(id, async () => {
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
        this.#parts.algos.compareAndSet(current.id, current.version, changesOf(current));
      return this.#inTurn(algo, { load, tryOn });
    }
    await this.listing.requireKnown(); // with an older copy of the records the content in its place may be a newer one
    const { reconciler, reader } = this;
    const replacement = new Replacement({ ...this.#parts, reconciler, reader, source, keep, changesOf });
    const changed = await this.#inTurn(algo, {
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
      const add = () => this.#parts.bin.add(id, version, dateSuppression);
      if (!(await this.reconciler.decided({ id, ref }, add))) return null;
      await this.#moved(id, ref, 'bin');
      return true;
    };
    await this.#inTurn(algo, { load, tryOn });
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
        this.#parts.bin.restore(current.id, current.version, fields),
      );
      if (algo !== null) await this.#moved(algo.id, algo.ref, 'records');
      return algo;
    };
    return this.#inTurn(deleted, { load, tryOn });
  }

  #moved(id: number, ref: string, to: RecordPlace): Promise<void> {
    return this.reconciler.afterCommit(id, () => this.#parts.contentStore.move(id, ref, to));
  }

  async delete(algo: Algorithm, load: LoadAlgo): Promise<void> {
    const tryOn = async (current: Algorithm) => {
      const commit = () => this.#parts.algos.delete(current.id, current.version);
      return (await this.#remove(current, 'records', commit)) || null;
    };
    await this.#inTurn(algo, { load, tryOn });
  }

  /** Removes for good. False if somebody else has removed or restored it. */
  removeFromBin(deleted: BinKey): Promise<boolean> {
    const { id } = deleted;
    // A damaged key, such as the text '7' in MongoDB: the content of 7 is that of another algorithm.
    if (!Number.isSafeInteger(id)) return this.#parts.bin.remove(deleted);
    return this.reconciler.locked(id, () => this.#remove(deleted, 'bin', () => this.#parts.bin.remove(deleted)));
  }

  async deleteDamaged(id: number): Promise<void> {
    const { algos } = this.#parts;
    await this.reconciler.locked(id, async () => {
      const ref = await algos.refOf(id);
      return this.#remove({ id, ref }, 'records', () => algos.delete(id, null));
    });
  }

  /** Tries a commit, after all earlier changes of the algorithm, until it succeeds or `load` throws. */
  #inTurn<Current extends Pick<Algorithm, 'id'>, Result>(
    algo: Current,
    { load, tryOn, takeBack = async () => {} }: Attempt<Current, Result>,
  ): Promise<Result> {
    const mayHaveChanged = this.#parts.lock.isHeld(algo.id);
    return this.reconciler.locked(algo.id, async () => {
      let current = mayHaveChanged ? await load() : algo;
      for (let tries = 1; ; tries += 1) {
        const result = await tryOn(current);
        if (result !== null) return result;
        try {
          current = await load(); // first: what is gone needs no further try
          if (tries === this.#parts.bounds.commitTries)
            throw new UnavailableError({ reason: 'other servers changed the algorithm' });
        } catch (problem) {
          await this.reconciler.attempt('take back', takeBack);
          throw problem;
        }
      }
    });
  }

  async #remove(
    { id, ref }: Pick<BinKey, 'id' | 'ref'>,
    from: RecordPlace,
    commit: () => Promise<boolean>,
  ): Promise<boolean> {
    const { contentStore } = this.#parts;
    await this.listing.requireKnown(); // as for a change
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
