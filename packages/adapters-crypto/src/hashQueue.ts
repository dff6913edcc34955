import { type Clock, UnavailableError } from '@algotheque/domain';

export interface HashQueueOptions {
  /** How many hashes run at once. */
  readonly concurrency: number;
  /** How many more may wait. */
  readonly maxWaiting: number;
  /** How long one may wait, in milliseconds. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

interface Waiting {
  readonly start: () => void;
}

/** Bounds the work of hashing, so that a storm of logins takes bounded memory and leaves room for other requests. */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(options: HashQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs the work when its turn has come, first come, first served.
   * @throws UnavailableError, without running it, when the queue is full or the turn does not come in time
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.concurrency) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turn(): Promise<void> {
    const { maxWaiting, maxWaitMs, clock } = this.#options;
    if (this.#waiting.size >= maxWaiting) throw new UnavailableError({ retryAfterMs: maxWaitMs });
    const { promise, resolve } = Promise.withResolvers<'started'>();
    const waiting: Waiting = { start: () => resolve('started') };
    this.#waiting.add(waiting);
    const abort = new AbortController();
    const outcome = await Promise.race([promise, clock.sleep(maxWaitMs, abort.signal)]);
    abort.abort();
    // Whoever was started meanwhile has the place, even when the time was up in the same moment.
    if (outcome !== 'started' && this.#waiting.delete(waiting)) throw new UnavailableError({ retryAfterMs: maxWaitMs });
  }

  /** Hands the place to who waits longest, or gives it back. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(first);
    first.start();
  }
}
