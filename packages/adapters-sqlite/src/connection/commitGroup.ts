import type { WriteKind } from '@algotheque/domain';
import { isFull, spoilsTransaction } from './failures.ts';

/** How many works one commit takes at most: they hold the event loop for about a millisecond. */
const MOST_WORKS = 64;

interface Work {
  readonly work: () => unknown;
  readonly kind: WriteKind;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitGroupParts {
  /** Runs a work in a transaction of its own. */
  readonly alone: (work: () => unknown, kind: WriteKind) => unknown;
  /** Runs works in one transaction. */
  readonly together: <Value>(works: () => Value) => Value;
  /** @throws UnavailableError when the disk is too full for a write of this kind */
  readonly claimRoom: (kind: WriteKind) => void;
  /** Runs a work in a savepoint; with an error that does not spoil the transaction it is as if the work had not been. */
  readonly inSavepoint: (work: () => unknown) => unknown;
  /** Throws the error as a port tells of it. */
  readonly fail: (error: unknown) => never;
}

/**
 * One durable commit for all works that came in a turn of the event loop: they share one wait for the disk. Each work
 * happens whole or not at all, and fails alone.
 */
export class CommitGroup {
  readonly #parts: CommitGroupParts;
  #waiting: Work[] = [];

  constructor(parts: CommitGroupParts) {
    this.#parts = parts;
  }

  /** Resolves to what `work` gives, once it is durable. Rejects with what it throws, or with what the commit fails with. */
  add<Value>(work: () => Value, kind: WriteKind): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    if (this.#waiting.length === 0) setImmediate(() => this.#commitSome());
    // The value that a work gets is the one that it gave.
    this.#waiting.push({ work, kind, resolve: resolve as (value: unknown) => void, reject });
    return promise;
  }

  /** Commits all that waits, now. */
  commitAll(): void {
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, MOST_WORKS));
  }

  #commitSome(): void {
    const some = this.#waiting.splice(0, MOST_WORKS);
    if (this.#waiting.length > 0) setImmediate(() => this.#commitSome());
    this.#commit(some);
  }

  #commit(works: readonly Work[]): void {
    const [first] = works;
    if (first === undefined) return; // `commitAll` came first
    if (works.length === 1) this.#commitAlone(first);
    else this.#commitTogether(works);
  }

  #commitTogether(works: readonly Work[]): void {
    try {
      const ended = this.#parts.together(() => works.map((one) => ({ one, outcome: this.#outcomeOf(one) })));
      for (const { one, outcome } of ended) settle(one, outcome);
    } catch (error) {
      // A full disk has undone all of it. What is not growth may still find room, with the reserve.
      if (isFull(error)) for (const one of works) this.#commitAlone(one);
      else for (const { reject } of works) reject(error);
    }
  }

  #commitAlone(one: Work): void {
    settle(one, () => this.#parts.alone(one.work, one.kind));
  }

  /**
   * How a work ended, to be told once the commit is durable.
   * @throws what leaves nothing of the transaction, or says nothing certain of it
   */
  #outcomeOf({ work, kind }: Work): () => unknown {
    try {
      this.#parts.claimRoom(kind);
      const value = this.#parts.inSavepoint(work);
      return () => value;
    } catch (error) {
      if (spoilsTransaction(error)) throw error;
      return () => this.#parts.fail(error);
    }
  }
}

function settle({ resolve, reject }: Work, outcome: () => unknown): void {
  try {
    resolve(outcome());
  } catch (error) {
    reject(error);
  }
}
