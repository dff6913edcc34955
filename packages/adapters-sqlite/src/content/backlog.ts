import { UnavailableError } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';

interface Waiting {
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Counts the contents that are not in durable files yet. What adds content waits while there are too many, in the order
 * of arrival, and fails when files cannot be written. Removals are not counted.
 */
export class Backlog {
  readonly #maxCount: number;
  readonly #maxBytes: number;
  #count = 0;
  #bytes = 0;
  #waiting: Waiting[] = [];
  /** Why no file could be written lately; null when files can be written. */
  #failure: unknown = null;

  constructor({ waitingContents, waitingBytes }: Pick<SqliteBounds, 'waitingContents' | 'waitingBytes'>) {
    this.#maxCount = waitingContents;
    this.#maxBytes = waitingBytes;
  }

  /** Counts a content, once there is room for it. @throws UnavailableError when there is none and files cannot be written */
  enter(bytes: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) {
      this.add(bytes);
      return Promise.resolve();
    }
    if (this.#failure !== null) return Promise.reject(this.#refusal());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, resolve, reject });
    return promise;
  }

  /** @throws UnavailableError when `enter` would throw for the smallest content */
  requireRoom(): void {
    if (this.#failure !== null && !this.#hasRoom(0)) throw this.#refusal();
  }

  /** Counts a content that is committed already. */
  add(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
  }

  /** A content is in a durable file, or will never be. */
  leave(bytes: number): void {
    this.#count -= 1;
    this.#bytes -= bytes;
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoom(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.add(next.bytes);
      next.resolve();
    }
  }

  /** Files cannot be written: who waits fails. */
  fail(problem: unknown): void {
    this.#failure = problem;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#refusal());
  }

  /** Files can be written. */
  recover(): void {
    this.#failure = null;
  }

  /** A content that is larger than the bound alone may enter when nothing else is there. */
  #hasRoom(bytes: number): boolean {
    return this.#count === 0 || (this.#count < this.#maxCount && this.#bytes + bytes <= this.#maxBytes);
  }

  #refusal(): UnavailableError {
    const reason = 'Too much content is not in its files, which cannot be written';
    return new UnavailableError({ cause: this.#failure, reason, isDecided: true });
  }
}
