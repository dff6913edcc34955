import type { Clock, OnProblem } from '@algotheque/domain';
import type { Change } from './changes.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface FailedFilesParts {
  readonly clock: Clock;
  readonly onProblem: OnProblem;
  /** Tries these again, as far as nothing has replaced them. */
  readonly retry: (changes: readonly Change[]) => void;
}

/** Files that could not be written. They are tried again together, after pauses that grow, and do not hold up others. */
export class FailedFiles {
  readonly #parts: FailedFilesParts;
  /** Algorithms of which a file has failed, and none is durable yet. */
  readonly #failing = new Set<number>();
  /** Which of it waits for the next try. */
  #waiting: Change[] = [];
  #reported = new Set<string>();
  #pauseMs = FIRST_PAUSE_MS;
  readonly #end = new AbortController();

  constructor(parts: FailedFilesParts) {
    this.#parts = parts;
  }

  /** Reports each kind of problem once, until no file is left that failed. */
  add(change: Change, problem: unknown): void {
    this.#failing.add(change.id);
    const kind = kindOf(problem);
    if (!this.#reported.has(kind)) {
      this.#reported.add(kind);
      this.#parts.onProblem(problem, 'algorithm files: they are written as soon as they can be');
    }
    this.#waiting.push(change);
    if (this.#waiting.length === 1) void this.#retryLater();
  }

  /** The file is durable. */
  forget(id: number): void {
    if (!this.#failing.delete(id) || this.#failing.size > 0) return;
    this.#reported = new Set();
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** Nothing is tried again. */
  close(): void {
    this.#end.abort();
  }

  async #retryLater(): Promise<void> {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    await this.#parts.clock.sleep(pauseMs, this.#end.signal);
    if (!this.#end.signal.aborted) this.#parts.retry(this.#waiting.splice(0));
  }
}

/** The system's code where there is one: messages name the file. */
function kindOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { cause } = problem;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : problem.name;
}
