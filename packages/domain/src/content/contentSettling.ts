import { BackgroundWork } from '../backgroundWork.ts';
import { UnavailableError } from '../errors.ts';
import type { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import type { PendingWork } from './contentStore.ts';
import { inEither } from './inEither.ts';

/** What follows a commit: the content that the record names is published, or that of a deleted record is removed. */
export type Due =
  | { readonly step: 'publish'; readonly ref: string }
  /** `ref`: null if it is not known. */
  | { readonly step: 'delete'; readonly ref: string | null };

/**
 * The steps beside the commits of records: it finishes or takes back what was prepared, and runs in the background what
 * follows a commit.
 */
export class ContentSettling {
  readonly #ports: Pick<Ports, 'algos' | 'bin' | 'contentStore'>;
  readonly #lock: KeyedLock;
  readonly #onProblem: OnProblem;
  readonly #background: BackgroundWork;
  /**
   * By the id of an algorithm: what its last commit needs. A later commit takes the place of an earlier one, so that no step
   * acts on a content that was replaced or deleted since.
   */
  readonly #due = new Map<number, Due>();

  /**
   * @param lock by the id of an algorithm; a caller that changes its record and content holds it
   * @param settings `backgroundWorks`: the most algorithms whose steps wait in the background
   */
  constructor(
    ports: Pick<Ports, 'algos' | 'bin' | 'contentStore'>,
    lock: KeyedLock,
    { onProblem, backgroundWorks }: { readonly onProblem: OnProblem; readonly backgroundWorks: number },
  ) {
    this.#ports = ports;
    this.#lock = lock;
    this.#onProblem = onProblem;
    this.#background = new BackgroundWork(onProblem, backgroundWorks);
  }

  /** Resolves when no step after a commit is left. */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  /** Finishes work that a crash left. */
  async settle(work: PendingWork): Promise<void> {
    if (work.kind === 'deleting') return this.#lock.run(work.id, () => this.deletionUnderLock(work.id));
    const id = await this.#namedBy(work.ref);
    if (id === null) return this.#ports.contentStore.discard(work.ref);
    await this.#lock.run(id, () => this.stagedUnderLock(work.ref));
  }

  /** Publishes a staged content if a record or the bin names it, else discards it; for a caller that holds the lock. */
  async stagedUnderLock(ref: string): Promise<void> {
    const { contentStore } = this.#ports;
    const id = await this.#namedBy(ref);
    await (id === null ? contentStore.discard(ref) : contentStore.publish(id, ref));
  }

  /**
   * Finishes an announced deletion, for a caller that holds the lock: if the algorithm is neither a record nor in the bin, deletes the content, else withdraws
   * the announcement.
   */
  async deletionUnderLock(id: number): Promise<void> {
    const { algos, bin, contentStore } = this.#ports;
    const found = await inEither(
      () => algos.findById(id),
      () => bin.find(id),
    );
    await (found === null ? contentStore.delete?.(id, null) : contentStore.withdraw?.(id, found.ref));
  }

  /** The id of the algorithm that has this content. */
  #namedBy(ref: string): Promise<number | null> {
    const { algos, bin } = this.#ports;
    return inEither(
      async () => (await algos.findByRef(ref))?.id ?? null,
      () => bin.idOf(ref),
    );
  }

  /**
   * Runs a commit. When it fails and the store knows its outcome, settles the content at once. When the store does
   * not know, resumeWork settles it as soon as the commit can no longer take effect.
   */
  async decided<Value>(commit: () => Promise<Value>, settle: () => Promise<void>): Promise<Value> {
    try {
      return await commit();
    } catch (problem) {
      if (problem instanceof UnavailableError && problem.isDecided) await this.attempt('settle', settle);
      throw problem;
    }
  }

  /**
   * Takes note of what a durable commit needs, for a caller that holds the lock of `id`. It is done in the background when the
   * lock is free, or now when too many wait. Its failure does not fail the caller, and resumeWork repeats the step.
   */
  async afterCommit(id: number, due: Due): Promise<void> {
    const isAwaited = this.#due.has(id);
    this.#due.set(id, due);
    if (isAwaited) return;
    const where = `algorithm content: ${due.step}`;
    if (this.#background.isFull) return attempt(this.#onProblem, where, () => this.finish(id));
    this.#background.start(where, () => this.#lock.run(id, () => this.finish(id)));
  }

  /** Does what the last commit of the algorithm needs still, for a caller that holds the lock. */
  async finish(id: number): Promise<void> {
    const due = this.#due.get(id);
    this.#due.delete(id); // now: the next commit waits for the lock
    if (due?.step === 'publish') await this.#ports.contentStore.publish(id, due.ref);
    else if (due?.step === 'delete') await this.#remove(id, due.ref);
  }

  async #remove(id: number, ref: string | null): Promise<void> {
    const { contentStore } = this.#ports;
    if (contentStore.delete !== undefined) return contentStore.delete(id, ref);
    if (ref !== null) await contentStore.discard(ref); // a content that was committed, and is staged still
  }

  /** Runs a step whose failure must not fail the caller, and reports it. */
  attempt(step: string, work: () => Promise<unknown>): Promise<void> {
    return attempt(this.#onProblem, `algorithm content: ${step}`, work);
  }
}
