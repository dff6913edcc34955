const EVERY_MS = 1_000;

/**
 * A check with a cost, such as a durable write that tells whether a disk accepts writes. It runs at most once a
 * second, and once at a time. Callers in between get its last outcome.
 */
export class SharedTry {
  readonly #work: () => Promise<void>;
  readonly #now: () => number;
  #last: Promise<void> | null = null;
  #begunAt = 0;
  #isRunning = false;

  /** @param now milliseconds; may be set back */
  constructor(work: () => Promise<void>, now: () => number) {
    this.#work = work;
    this.#now = now;
  }

  /** @throws what the check threw */
  outcome(): Promise<void> {
    const age = this.#now() - this.#begunAt;
    if (this.#last !== null && (this.#isRunning || (age >= 0 && age < EVERY_MS))) return this.#last;
    this.#begunAt = this.#now();
    this.#last = this.#run();
    return this.#last;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#work();
    } finally {
      this.#isRunning = false;
    }
  }
}
