import type { AlgoChanges, Algorithm, FormerAlgo } from '../algorithm.ts';
import type { ContentReader } from './contentReader.ts';
import type { ContentSettling, PreparedCommit, SettlingPorts } from './contentSettling.ts';
import type { SourceText } from './sourceText.ts';

/** Keeps contents that a commit is about to replace. */
export interface KeepFormer {
  /** Whether the content of this record is to be kept. */
  wants(algo: Algorithm): Promise<boolean>;
  /** The entry of the history for it. */
  entryOf(algo: Algorithm): FormerAlgo;
  /** Reads what there is of the algorithm before the entry, for `kept`. */
  look(algo: Algorithm): Promise<void>;
  /** The entry was made after the last `look`: makes room for those that are kept later. */
  kept(entry: FormerAlgo): Promise<void>;
}

interface Parts extends Pick<SettlingPorts, 'algos' | 'contentStore'> {
  readonly settling: ContentSettling;
  readonly reader: ContentReader;
}

interface ReplacementOptions {
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

/** A commit that gives a record another content, tried on one state of the record after the other; for a caller that holds its lock. */
export class Replacement {
  readonly #parts: Parts;
  readonly #wanted: ReplacementOptions;
  #prepared: Prepared | null = null;
  #kept: FormerAlgo | null = null;

  constructor(parts: Parts, wanted: ReplacementOptions) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  /** The former version that the commit has kept; null if it has kept none. */
  get kept(): FormerAlgo | null {
    return this.#kept;
  }

  /** Null when another commit came first. */
  async tryOn(current: Algorithm): Promise<Algorithm | null> {
    const { algos, contentStore, settling, reader } = this.#parts;
    const { source, keep, changesOf } = this.#wanted;
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
    const next = await settling.decided(prepared, () => algos.compareAndSet(id, version, changes, former));
    if (next === null) return null;
    this.#kept = former ?? null;
    reader.forget(prepared.ref);
    reader.keep(staged, source);
    await settling.afterCommit(id, () => contentStore.publish(id, staged));
    return next;
  }

  /** Undoes what was prepared, when there is no further try. */
  async takeBack(): Promise<void> {
    if (this.#prepared !== null) await this.#parts.settling.takeBack(this.#prepared);
    this.#prepared = null;
  }

  async #prepare(current: Algorithm): Promise<Prepared> {
    const { contentStore } = this.#parts;
    const { source, keep } = this.#wanted;
    const { id, ref } = current;
    const wantsFormer = keep !== null && (await keep.wants(current));
    // The commit that came first has left the content as it was.
    if (this.#prepared?.ref === ref && this.#prepared.isKept === wantsFormer) return this.#prepared;
    await this.takeBack();
    const [staged, kept] = await Promise.allSettled([
      contentStore.stage(source.shared, wantsFormer ? null : ref),
      wantsFormer ? this.#keep(current, keep) : false,
    ]);
    if (staged.status === 'rejected') {
      if (wantsFormer) await this.#parts.settling.takeBack({ id, ref, isKept: true });
      throw staged.reason;
    }
    const isKept = kept.status === 'rejected' || kept.value; // one that failed may be there
    const prepared = { id, ref, staged: staged.value, isKept };
    this.#prepared = prepared;
    if (kept.status === 'fulfilled') return prepared;
    await this.takeBack();
    throw kept.reason;
  }

  async #keep(current: Algorithm, keep: KeepFormer): Promise<boolean> {
    const [isKept] = await Promise.all([this.#parts.contentStore.keep(current.id, current.ref), keep.look(current)]);
    return isKept;
  }
}
