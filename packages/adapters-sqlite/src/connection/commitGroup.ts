import type { WriteKind } from '@algotheque/domain';
import { isDiskFull, spoilsTransaction } from './failures.ts';

/**
 * A commit waits until so many turns of the event loop have brought no further work. Requests with a source code begin
 * their writes in different turns, because each source is checked in a turn of its own. An idle turn takes some microseconds, a
 * commit a hundred and more.
 */
const QUIET_TURNS = 12;

const MOST_TURNS = 64;

/** Writes in one commit: they block the event loop for about a millisecond. */
const MOST_WORKS = 64;

interface Work {
  readonly work: () => unknown;
  readonly kind: WriteKind;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitGroupParts {
  readonly alone: (work: () => unknown, kind: WriteKind) => unknown;
  readonly together: <Value>(works: () => Value) => Value;
  /** @throws UnavailableError when the disk is too full for a write of this kind */
  readonly requireRoom: (kind: WriteKind) => void;
  /** Runs a work in a savepoint. After an error that does not spoil the transaction, the work has had no effect. */
  readonly inSavepoint: (work: () => unknown) => unknown;
  readonly onCommit: ((works: number) => void) | undefined;
  /** Throws the error as a port reports it. */
  readonly fail: (error: unknown) => never;
}

/**
 * One durable commit for all works of some turns of the event loop: they share one wait for the disk. Each work
 * succeeds completely or has no effect, and fails alone.
 */
export class CommitGroup {
  readonly #parts: CommitGroupParts;
  #waiting: Work[] = [];
  #isPlanned = false;
  /** Turns since the first of the waiting works, and since the last. */
  #turns = 0;
  #quietTurns = 0;

  constructor(parts: CommitGroupParts) {
    this.#parts = parts;
  }

  /** Resolves to the result of `work` once it is durable. Rejects with the error of `work` or of the commit. */
  add<Value>(work: () => Value, kind: WriteKind): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#quietTurns = 0;
    // A work gets the value that it returned.
    this.#waiting.push({ work, kind, resolve: resolve as (value: unknown) => void, reject });
    this.#plan();
    return promise;
  }

  commitAll(): void {
    while (this.#waiting.length > 0) this.#commit();
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#isPlanned = false;
    this.#turns += 1;
    this.#quietTurns += 1;
    const isFull = this.#waiting.length >= MOST_WORKS;
    if (isFull || this.#quietTurns >= QUIET_TURNS || this.#turns >= MOST_TURNS) this.#commit();
    this.#plan();
  }

  #commit(): void {
    this.#turns = 0;
    const works = this.#waiting.splice(0, MOST_WORKS);
    const [first] = works;
    if (first === undefined) return; // `commitAll` came first
    this.#parts.onCommit?.(works.length);
    if (works.length === 1) this.#commitAlone(first);
    else this.#commitTogether(works);
  }

  #commitTogether(works: readonly Work[]): void {
    try {
      const ended = this.#parts.together(() => works.map((one) => ({ one, outcome: this.#outcomeOf(one) })));
      for (const { one, outcome } of ended) settle(one, outcome);
    } catch (error) {
      // A full disk has undone all of it. Work that is not growth may still have enough space, with the reserve.
      if (isDiskFull(error)) for (const one of works) this.#commitAlone(one);
      else for (const { reject } of works) reject(error);
    }
  }

  #commitAlone(one: Work): void {
    settle(one, () => this.#parts.alone(one.work, one.kind));
  }

  /**
   * The outcome of a work, for its caller once the commit is durable.
   * @throws an error that undid the transaction, or after which its state is unknown
   */
  #outcomeOf({ work, kind }: Work): () => unknown {
    try {
      this.#parts.requireRoom(kind);
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
