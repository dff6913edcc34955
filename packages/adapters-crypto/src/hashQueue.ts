import { type Clock, type HashClient, UnavailableError } from '@algotheque/domain';
import type { Argon2Settings } from './argon2Settings.ts';

type Bounds = Pick<Argon2Settings, 'concurrency' | 'maxWaiting' | 'maxWaitMs'>;

/**
 * Runs so many works at once, lets so many wait for so long, first come, first served, and refuses the rest: a storm
 * of logins takes bounded memory and ends.
 */
export class HashQueue {
  readonly #bounds: Bounds;
  readonly #clock: Pick<Clock, 'sleep'>;
  #running = 0;
  /** Those who wait, in the order in which they came: each is called when its turn is there. */
  readonly #waiting = new Set<() => void>();

  constructor(bounds: Bounds, clock: Pick<Clock, 'sleep'>) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** @throws UnavailableError when as many wait as may, or the turn did not come in time */
  async run<Result>(work: () => Promise<Result>, { signal }: HashClient = {}): Promise<Result> {
    if (signal?.aborted === true) throw this.#refusal('the client has gone');
    if (this.#running < this.#bounds.concurrency) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #turn(): Promise<void> {
    if (this.#waiting.size >= this.#bounds.maxWaiting) throw this.#refusal('as many hashes wait as may');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = new AbortController();
    const enter = () => {
      timer.abort();
      resolve();
    };
    this.#waiting.add(enter);
    this.#clock.sleep(this.#bounds.maxWaitMs, timer.signal).then(() => {
      if (this.#waiting.delete(enter)) reject(this.#refusal('the turn of this hash did not come in time'));
    }, reject);
    await promise;
  }

  /** The place goes to who waits longest; with nobody there it is free. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
    } else {
      this.#waiting.delete(next);
      next();
    }
  }

  /** After `maxWaitMs` all who wait now have had their turn or have gone. */
  #refusal(reason: string): UnavailableError {
    return new UnavailableError({
      reason: `password hashing is at its capacity: ${reason}`,
      cause: new Error(reason),
      retryAfterMs: this.#bounds.maxWaitMs,
    });
  }
}
