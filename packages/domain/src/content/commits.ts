import type { AlgoChanges, Algorithm, FormerAlgo } from '../algorithm.ts';
import type { ContentParts, ContentReader } from './contentReader.ts';
import type { ContentReconciler, PreparedCommit } from './contentReconciler.ts';
import type { SourceText } from './sourceText.ts';

export interface KeepFormer {
  wants(algo: Algorithm): Promise<boolean>;
  entryOf(algo: Algorithm): FormerAlgo;
  /** The entry was made: makes room for those that are kept later. */
  kept(entry: FormerAlgo): Promise<void>;
}

interface Parts extends ContentParts {
  readonly reconciler: ContentReconciler;
  readonly reader: ContentReader;
  readonly source: SourceText;
  readonly keep: KeepFormer | null;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
}

interface Prepared extends PreparedCommit {
  /** The content before. */
  readonly ref: string;
  /** The new content. */
  readonly staged: string;
  readonly isKept: boolean;
}

/** Gives a record another content, tried on one state of the record after the other; for a caller that holds its lock. */
export class Replacement {
  readonly #parts: Parts;
  #prepared: Prepared | null = null;
  /** The entry that its commit has made. */
  kept: FormerAlgo | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async tryOn(current: Algorithm): Promise<Algorithm | null> {
    const { algos, contentStore, reconciler, reader, source, keep, changesOf } = this.#parts;
    const { id, version } = current;
    if (await reader.has(current, source)) {
      await this.takeBack();
      const { modifiedBy: _by, dateSource: _date, ...changes } = changesOf(current);
      return algos.compareAndSet(id, version, changes);
    }
    const prepared = await this.#prepare(current);
    const { staged, isKept } = prepared;
    const former = isKept ? keep?.entryOf(current) : undefined;
    const changes = { ...changesOf(current), ref: staged, contentBytes: source.size };
    const next = await reconciler.decided(prepared, () => algos.compareAndSet(id, version, changes, former));
    if (next === null) {
      if (former !== undefined) await reconciler.dropWithoutContent(former);
      return null;
    }
    this.kept = former ?? null;
    reader.forget(prepared.ref);
    reader.remember(staged, source);
    await reconciler.afterCommit(id, () => contentStore.publish(id, staged));
    return next;
  }

  async takeBack(): Promise<void> {
    if (this.#prepared !== null) await this.#parts.reconciler.reconcileCommit(this.#prepared);
    this.#prepared = null;
  }

  async #prepare(current: Algorithm): Promise<Prepared> {
    const { contentStore, source, keep } = this.#parts;
    const { id, ref } = current;
    const wantsFormer = keep !== null && (await keep.wants(current));
    // The commit that came first has left the content as it was.
    if (this.#prepared?.ref === ref && this.#prepared.isKept === wantsFormer) return this.#prepared;
    await this.takeBack();
    // Both wait for the disk together.
    const [staged, kept] = await Promise.allSettled([
      contentStore.stage(source.bytes, wantsFormer ? null : ref),
      wantsFormer ? contentStore.keep(id, ref) : false,
    ]);
    if (staged.status === 'rejected') {
      if (wantsFormer) await this.#parts.reconciler.reconcileCommit({ id, ref, isKept: true });
      throw staged.reason;
    }
    const isKept = kept.status === 'rejected' || kept.value; // one that failed may be there
    const prepared = { id, ref, staged: staged.value, isKept };
    this.#prepared = prepared;
    if (kept.status === 'fulfilled') return prepared;
    await this.takeBack();
    throw kept.reason;
  }
}
