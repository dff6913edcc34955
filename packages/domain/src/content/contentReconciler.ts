import type { FormerAlgo } from '../algorithm.ts';
import { attempt } from '../problems.ts';
import { UnavailableError } from '../responses.ts';
import type { ContentParts } from './contentReader.ts';
import { findPlace, PENDING_AGE_MS } from './contentStore.ts';

/** A commit, and what is in the content store for it. */
export interface PreparedCommit {
  readonly id: number;
  /** The content that the algorithm has before it; null: none, or not known. */
  readonly ref: string | null;
  /** The content that it would get. Default: none. */
  readonly staged?: string;
  /** Whether the content before is kept as that of a former version. Default: false. */
  readonly isKept?: boolean;
}

/** The steps beside the commits of records. */
export class ContentReconciler {
  readonly #parts: ContentParts;
  readonly #due = new Map<number, () => Promise<void>>();
  /** Since when the outcome of these commits is not known. */
  readonly #undecided = new Map<PreparedCommit, number>();

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  /** Does the work in turn with all that changes the algorithm, when nothing of an earlier commit is left. */
  locked<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    return this.#parts.lock.run(id, async () => {
      await this.finish(id);
      return work();
    });
  }

  /**
   * When a commit fails and the store knows its outcome, reconciles the content at once; otherwise resumeWork does, as soon as the commit
   * can no longer take effect.
   */
  async decided<Value>(prepared: PreparedCommit, commit: () => Promise<Value>): Promise<Value> {
    try {
      return await commit();
    } catch (problem) {
      if (problem instanceof UnavailableError && problem.isDecided) await this.reconcileCommit(prepared);
      else this.#undecided.set(prepared, this.#parts.clock.now());
      throw problem;
    }
  }

  /** The commit has not happened, or its outcome is known now. Never rejects: resumeWork repeats what fails. */
  reconcileCommit(prepared: PreparedCommit): Promise<void> {
    return this.attempt('reconcile a commit', async () => {
      try {
        await this.#reconcilePrepared(prepared);
      } catch (problem) {
        this.#undecided.set(prepared, this.#parts.clock.now());
        throw problem;
      }
    });
  }

  /**
   * Does what a durable commit needs, for a caller that holds the lock. The next change or resumeWork does what fails.
   * @throws UnavailableError: the commit is durable, and its content is not in its place
   */
  async afterCommit(id: number, step: () => Promise<void>): Promise<void> {
    this.#due.set(id, step);
    await this.finish(id);
  }

  async finish(id: number): Promise<void> {
    const step = this.#due.get(id);
    if (step === undefined) return;
    await step();
    this.#due.delete(id);
  }

  async resume(): Promise<void> {
    for (const id of this.#due.keys()) await this.attempt('after a commit', () => this.locked(id, async () => {}));
    const now = this.#parts.clock.now();
    for (const [prepared, since] of this.#undecided) {
      if (since > now) this.#undecided.set(prepared, now); // a clock that was ahead has been set back
      if (now - since <= PENDING_AGE_MS) continue;
      await this.attempt('a commit of unknown outcome', async () => {
        await this.#parts.lock.run(prepared.id, () => this.#reconcilePrepared(prepared));
        this.#undecided.delete(prepared);
      });
    }
  }

  async reconcile(ref: string): Promise<void> {
    const id = (await this.#namedBy(ref))?.found ?? (await this.#parts.history.idOf(ref));
    await (id === null
      ? this.#parts.contentStore.discard(ref)
      : this.#parts.lock.run(id, () => this.#reconcileStaged(ref)));
  }

  /** For a caller that holds the lock. */
  async reconcilePlace(id: number, ref: string | null): Promise<void> {
    const { algos, bin, contentStore } = this.#parts;
    const isIn = async (found: Promise<readonly number[]>) => ((await found).length > 0 ? true : null);
    const named = await findPlace(
      () => isIn(algos.existing([id])),
      () => isIn(bin.existing([id])),
    );
    if (named === null) {
      for (const from of ['records', 'bin'] as const) await contentStore.delete(id, ref, from);
      return;
    }
    const current = named.place === 'bin' ? (await bin.find(id))?.ref : await algos.refOf(id);
    if (current == null) return; // damaged, or gone meanwhile
    await contentStore.publish(id, current);
    await contentStore.move(id, current, named.place);
  }

  /**
   * As `removeUnusedFormer`, for an entry that was removed; resumeWork repeats it. It needs no lock: what is no content of a record any
   * more never becomes one again.
   */
  async dropFormer(id: number, ref: string): Promise<void> {
    try {
      await this.removeUnusedFormer(id, ref);
    } catch (problem) {
      this.#undecided.set({ id, ref, isKept: true }, this.#parts.clock.now());
      throw problem;
    }
  }

  /**
   * The commit with this entry came too late. In a store without transactions the entry is there all the same, and the commit before may
   * have removed its content.
   */
  dropWithoutContent(former: FormerAlgo): Promise<void> {
    return this.attempt('former version without a commit', async () => {
      const { history, contentStore } = this.#parts;
      if ((await contentStore.read(former.id, former.ref)) === null) await history.remove([former]);
    });
  }

  async removeUnusedFormer(id: number, ref: string): Promise<void> {
    const { history, contentStore } = this.#parts;
    const isNamed = (await this.#namedBy(ref)) !== null; // first: another server's commit makes a former version of it
    if ((await history.idOf(ref)) !== null) return;
    await contentStore.deleteFormer(id, ref, isNamed);
  }

  async #reconcilePrepared({ id, ref, staged, isKept = false }: PreparedCommit): Promise<void> {
    if (staged !== undefined) await this.#reconcileStaged(staged);
    if (isKept && ref !== null) await this.removeUnusedFormer(id, ref);
    await this.reconcilePlace(id, ref);
  }

  async #reconcileStaged(ref: string): Promise<void> {
    const { history, contentStore } = this.#parts;
    const named = await this.#namedBy(ref);
    if (named !== null) {
      await contentStore.publish(named.found, ref);
      if (named.place === 'bin') await contentStore.move(named.found, ref, 'bin');
      return;
    }
    const id = await history.idOf(ref);
    if (id !== null && (await contentStore.keep(id, ref))) return;
    await contentStore.discard(ref);
  }

  #namedBy(ref: string) {
    const { algos, bin } = this.#parts;
    return findPlace(
      async () => (await algos.findByRef(ref))?.id ?? null,
      () => bin.idOf(ref),
    );
  }

  /**
   * As `ContentStore.noteRemoval`. A reference that the store refuses is damage, which must not keep a record from being deleted.
   * @throws UnavailableError
   */
  async noteRemoval(ref: string): Promise<void> {
    try {
      await this.#parts.contentStore.noteRemoval([ref]);
    } catch (problem) {
      if (problem instanceof UnavailableError) throw problem;
      this.#parts.onProblem(problem, 'algorithm content: a damaged reference');
    }
  }

  attempt(step: string, work: () => Promise<unknown>): Promise<void> {
    return attempt(this.#parts.onProblem, `algorithm content: ${step}`, work);
  }
}
