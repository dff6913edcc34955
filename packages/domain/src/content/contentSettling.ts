import { BackgroundWork } from '../backgroundWork.ts';
import { UnavailableError } from '../errors.ts';
import type { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';

/**
 * The steps beside the commits of records: it finishes or takes back what was prepared, and runs in the background what
 * follows a commit.
 */
export class ContentSettling {
  readonly #ports: Pick<Ports, 'algos' | 'contentStore'>;
  readonly #lock: KeyedLock;
  readonly #onProblem: OnProblem;
  readonly #background: BackgroundWork;

  /** @param lock by the id of an algorithm; whoever changes its record and content holds it */
  constructor(ports: Pick<Ports, 'algos' | 'contentStore'>, lock: KeyedLock, onProblem: OnProblem) {
    this.#ports = ports;
    this.#lock = lock;
    this.#onProblem = onProblem;
    this.#background = new BackgroundWork(onProblem);
  }

  /** Resolves when no step after a commit is left. */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  /** Finishes staged content that a crash left: publishes it if a record names it, else discards it. */
  async settleStaged(ref: string): Promise<void> {
    const found = await this.#ports.algos.findByRef(ref);
    if (found === null) return this.#ports.contentStore.discard(ref);
    await this.#lock.run(found.id, () => this.stagedUnderLock(ref));
  }

  /** As `settleStaged`, for a caller that holds the lock. */
  async stagedUnderLock(ref: string): Promise<void> {
    const { algos, contentStore } = this.#ports;
    const found = await algos.findByRef(ref);
    await (found === null ? contentStore.discard(ref) : contentStore.publish(found.id, ref));
  }

  /**
   * Finishes an announced deletion: if the record is absent, deletes the content, else withdraws the announcement.
   */
  settleDeletion(id: number): Promise<void> {
    return this.#lock.run(id, () => this.deletionUnderLock(id));
  }

  /** As `settleDeletion`, for a caller that holds the lock. */
  async deletionUnderLock(id: number): Promise<void> {
    const { algos, contentStore } = this.#ports;
    const found = await algos.findById(id);
    await (found === null ? contentStore.delete(id, null) : contentStore.withdraw(id, found.ref));
  }

  /**
   * Runs a commit. When it fails and the store knows its outcome, settles the content at once. When the store does
   * not know, ResumeWork settles it as soon as the commit can no longer take effect.
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
   * Runs a step after a durable commit, for a caller that holds the lock of `id`. The step waits for the lock in the
   * background, or runs now when too many wait. Its failure does not fail the caller, and ResumeWork repeats the step.
   */
  async afterCommit(step: string, id: number, work: () => Promise<unknown>): Promise<void> {
    if (this.#background.isFull) return this.attempt(step, work);
    this.#background.start(`algorithm content: ${step}`, () => this.#lock.run(id, work));
  }

  /** Runs a step whose failure must not fail the caller, and reports it. */
  attempt(step: string, work: () => Promise<unknown>): Promise<void> {
    return attempt(this.#onProblem, `algorithm content: ${step}`, work);
  }
}
