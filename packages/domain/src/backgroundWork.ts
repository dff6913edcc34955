import { attempt, type OnProblem } from './problems.ts';

/** The most works at one time. Without a bound, many requests could start more work than the process can do. */
const MOST_RUNNING = 64;

/** Work that answers do not wait for, because what was answered is durable without it. */
export class BackgroundWork {
  readonly #onProblem: OnProblem;
  readonly #running = new Set<Promise<void>>();

  /** @param onProblem gets the failures */
  constructor(onProblem: OnProblem) {
    this.#onProblem = onProblem;
  }

  /** When it is full, a caller does its work before it answers. */
  get isFull(): boolean {
    return this.#running.size >= MOST_RUNNING;
  }

  start(where: string, work: () => Promise<unknown>): void {
    const running = attempt(this.#onProblem, where, work);
    this.#running.add(running);
    void running.then(() => this.#running.delete(running)); // `attempt` does not reject
  }

  /** Resolves when no work runs, also none that was started meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
