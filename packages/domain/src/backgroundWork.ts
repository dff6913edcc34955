import { attempt, type OnProblem } from './problems.ts';

/** Work that answers do not wait for, because what was answered is durable without it. */
export class BackgroundWork {
  readonly #onProblem: OnProblem;
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();

  /**
   * @param onProblem gets the failures
   * @param most works at one time: without a bound, many requests could start more work than the process can do
   */
  constructor(onProblem: OnProblem, most: number) {
    this.#onProblem = onProblem;
    this.#most = most;
  }

  /** When it is full, a caller does its work before it answers. */
  get isFull(): boolean {
    return this.#running.size >= this.#most;
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
