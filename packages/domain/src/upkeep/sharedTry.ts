const EVERY_MS = 1_000;

/**
 * A try that costs something, such as a durable write that tells whether a disk takes any: made once a second at most,
 * and one at a time, however often it is asked for. Who asks in between gets the outcome of the last one.
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

  /** @throws what the try has thrown */
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
