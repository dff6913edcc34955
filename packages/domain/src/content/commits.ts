import type { AlgoChanges, Algorithm, FormerAlgo } from '../algorithm.ts';
import { UnavailableError } from '../responses.ts';
import type { KeyedLock } from '../work.ts';
import type { ContentReader } from './contentReader.ts';
import type { ContentPorts, ContentReconciler, PreparedCommit } from './contentReconciler.ts';
import type { SourceText } from './sourceText.ts';

export interface Attempt<Current, Result> {
  /** What there is now. */
  readonly load: () => Promise<Current>;
  /** Null when another commit came first. */
  readonly tryOn: (current: Current) => Promise<Result | null>;
  /** Undoes what was prepared, when there is no further try. Default: nothing was. */
  readonly takeBack?: () => Promise<unknown>;
}

export interface Turns {
  readonly lock: KeyedLock;
  readonly reconciler: ContentReconciler;
  readonly commitTries: number;
}

/** Tries a commit, after all earlier changes of the algorithm, until it succeeds or `load` throws. */
export function inTurn<Current extends Pick<Algorithm, 'id'>, Result>(
  { lock, reconciler, commitTries }: Turns,
  algo: Current,
  { load, tryOn, takeBack = async () => {} }: Attempt<Current, Result>,
): Promise<Result> {
  const mayHaveChanged = lock.isHeld(algo.id);
  return lock.run(algo.id, async () => {
    await reconciler.finish(algo.id);
    let current = mayHaveChanged ? await load() : algo;
    for (let tries = 1; ; tries += 1) {
      const result = await tryOn(current);
      if (result !== null) return result;
      try {
        current = await load(); // first: what is gone needs no further try
        if (tries === commitTries) throw new UnavailableError({ reason: 'other servers changed the algorithm' });
      } catch (problem) {
        await reconciler.attempt('take back', takeBack);
        throw problem;
      }
    }
  });
}

export interface KeepFormer {
  wants(algo: Algorithm): Promise<boolean>;
  entryOf(algo: Algorithm): FormerAlgo;
  /** The entry was made: makes room for those that are kept later. */
  kept(entry: FormerAlgo): Promise<void>;
}

interface Parts extends Pick<ContentPorts, 'contentStore'> {
  readonly commit: ContentPorts['algos']['compareAndSet'];
  readonly reconciler: ContentReconciler;
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

/** Gives a record another content, tried on one state of the record after the other; for a caller that holds its lock. */
export class Replacement {
  readonly #parts: Parts;
  readonly #wanted: ReplacementOptions;
  #prepared: Prepared | null = null;
  #kept: FormerAlgo | null = null;

  constructor(parts: Parts, wanted: ReplacementOptions) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  get kept(): FormerAlgo | null {
    return this.#kept;
  }

  async tryOn(current: Algorithm): Promise<Algorithm | null> {
    const { commit, contentStore, reconciler, reader } = this.#parts;
    const { source, keep, changesOf } = this.#wanted;
    const { id, version } = current;
    if (await reader.has(current, source)) {
      await this.takeBack();
      const { modifiedBy: _by, dateSource: _date, ...changes } = changesOf(current);
      return commit(id, version, changes);
    }
    const prepared = await this.#prepare(current);
    const { staged, isKept } = prepared;
    const former = isKept ? keep?.entryOf(current) : undefined;
    const changes = { ...changesOf(current), ref: staged, contentBytes: source.size };
    const next = await reconciler.decided(prepared, () => commit(id, version, changes, former));
    if (next === null) {
      if (former !== undefined) await reconciler.dropWithoutContent(former);
      return null;
    }
    this.#kept = former ?? null;
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
    const { contentStore } = this.#parts;
    const { source, keep } = this.#wanted;
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
