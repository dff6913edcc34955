import type { Clock, OnProblem } from '@algotheque/domain';
import type { Change } from './changes.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** At most one problem is reported in this time. */
const REPORT_EVERY_MS = 1_000;

interface FailedFilesParts {
  readonly clock: Clock;
  readonly onProblem: OnProblem;
  /** Tries these again, as far as nothing has replaced them. */
  readonly retry: (changes: readonly Change[]) => void;
}

interface Failed {
  readonly change: Change;
  readonly pauseMs: number;
  /** When it is tried again; null while that try is under way. */
  dueAt: number | null;
}

/**
 * Files that could not be written. Each is tried again after a pause that doubles with each failure. When one of them
 * becomes durable, all others are tried soon.
 */
export class FailedFiles {
  readonly #parts: FailedFilesParts;
  /** By algorithm, until the file is durable. */
  readonly #failed = new Map<number, Failed>();
  #reportedAt = Number.NEGATIVE_INFINITY;
  #sleep = new AbortController();
  #isClosed = false;

  constructor(parts: FailedFilesParts) {
    this.#parts = parts;
  }

  /** Reports each file at most once until it is durable. */
  add(change: Change, problem: unknown): void {
    const before = this.#failed.get(change.id);
    const pauseMs = before === undefined ? FIRST_PAUSE_MS : Math.min(2 * before.pauseMs, LONGEST_PAUSE_MS);
    const now = this.#parts.clock.now();
    this.#failed.set(change.id, { change, pauseMs, dueAt: now + pauseMs });
    if (before === undefined) this.#report(problem, now);
    void this.#plan();
  }

  /** The file is durable. */
  forget(id: number): void {
    if (!this.#failed.delete(id)) return;
    const soon = this.#parts.clock.now() + FIRST_PAUSE_MS;
    for (const failed of this.#failed.values()) if (failed.dueAt !== null) failed.dueAt = Math.min(failed.dueAt, soon);
    void this.#plan();
  }

  /** Nothing is tried again. */
  close(): void {
    this.#isClosed = true;
    this.#sleep.abort();
  }

  #report(problem: unknown, now: number): void {
    if (Math.abs(now - this.#reportedAt) < REPORT_EVERY_MS) return; // the clock may have been set back
    this.#reportedAt = now;
    this.#parts.onProblem(problem, 'algorithm files: they are written as soon as they can be');
  }

  /** Sleeps until the next try, and makes it. What changes meanwhile plans anew. */
  async #plan(): Promise<void> {
    this.#sleep.abort();
    if (this.#isClosed) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    const now = this.#parts.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const failed of this.#failed.values()) {
      if (failed.dueAt === null) continue;
      failed.dueAt = Math.min(failed.dueAt, now + failed.pauseMs); // the clock may have been set back
      next = Math.min(next, failed.dueAt);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    await this.#parts.clock.sleep(Math.max(0, next - now), sleep.signal);
    if (sleep.signal.aborted) return;
    this.#parts.retry(this.#due());
    void this.#plan();
  }

  #due(): readonly Change[] {
    const now = this.#parts.clock.now();
    const due = [...this.#failed.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    for (const failed of due) failed.dueAt = null;
    return due.map(({ change }) => change);
  }
}
