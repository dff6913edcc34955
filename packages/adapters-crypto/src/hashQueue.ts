import { addressGroup, type Clock, type HashClient, TurnsByAddress, UnavailableError } from '@algotheque/domain';
import type { Argon2Settings } from './argon2Settings.ts';

type Bounds = Pick<Argon2Settings, 'concurrency' | 'maxWaiting' | 'maxWaitingPerAddress' | 'maxWaitMs'>;

/** What a hasher does now, and what it has refused since it was made. */
export interface HashLoad {
  readonly running: number;
  readonly waiting: number;
  /** `full`: as many waited as may; `late`: the turn did not come in time; `gone`: the client went before it. */
  readonly refused: { readonly full: number; readonly late: number; readonly gone: number };
}

const REASONS = {
  full: 'password hashing is at its capacity: as many hashes wait as may',
  late: 'password hashing is at its capacity: the turn of this hash did not come in time',
  gone: 'the client has gone before its hash was begun',
};

type Reason = keyof HashLoad['refused'];

interface Waiter {
  enter(): void;
  refuse(reason: Reason): void;
}

/**
 * Runs a bounded number of works at once, lets a bounded number wait for a bounded time, and refuses the rest. So
 * many logins at once need bounded memory and time. Waiting works are served in turn by client address (IPv6 by
 * /64), so one client with a thousand logins delays another client only by the works that run, and by one more
 * in each turn. Clients without an address count as one, which may fill the whole queue.
 */
export class HashQueue {
  readonly #bounds: Bounds;
  readonly #clock: Pick<Clock, 'sleep'>;
  #running = 0;
  readonly #refused = { full: 0, late: 0, gone: 0 };
  readonly #waiting = new TurnsByAddress<Waiter>();

  constructor(bounds: Bounds, clock: Pick<Clock, 'sleep'>) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  get load(): HashLoad {
    return { running: this.#running, waiting: this.#waiting.size, refused: this.#refused };
  }

  /** @throws UnavailableError when the queue is full, the turn did not come in time, or the client has gone before it */
  async run<Result>(work: () => Promise<Result>, client: HashClient = {}): Promise<Result> {
    if (client.signal?.aborted === true) throw this.#refusal('gone');
    if (this.#running < this.#bounds.concurrency) this.#running += 1;
    else await this.#turn(client);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #turn(client: HashClient): Promise<void> {
    const group = addressGroup(client.address);
    this.#makeRoom(group, client.address === undefined ? this.#bounds.maxWaiting : this.#bounds.maxWaitingPerAddress);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = new AbortController();
    const waiter: Waiter = {
      enter: resolve,
      refuse: (reason) => {
        this.#waiting.remove(group, waiter);
        reject(this.#refusal(reason));
      },
    };
    this.#waiting.add(group, waiter);
    const leave = () => waiter.refuse('gone');
    client.signal?.addEventListener('abort', leave);
    this.#clock.sleep(this.#bounds.maxWaitMs, timer.signal).then(() => {
      if (!timer.signal.aborted) waiter.refuse('late');
    }, reject);
    await promise.finally(() => {
      timer.abort();
      client.signal?.removeEventListener('abort', leave);
    });
  }

  /**
   * A full queue accepts a work from an address with fewer waiting, and drops the newest of the address with the
   * most. So only as many addresses as the queue has places can keep others out.
   * @throws UnavailableError when there is no room for one more of the group
   */
  #makeRoom(group: string, share: number): void {
    const own = this.#waiting.sizeOf(group);
    if (own >= share) throw this.#refusal('full');
    if (this.#waiting.size < this.#bounds.maxWaiting) return;
    const largest = this.#waiting.largest();
    if (largest === undefined || largest.size <= own + 1) throw this.#refusal('full');
    largest.newest.refuse('full');
  }

  /** The next work in turn gets the place; without one the place is free. */
  #leave(): void {
    const next = this.#waiting.next();
    if (next === undefined) this.#running -= 1;
    else next.enter();
  }

  /** After `maxWaitMs` all works that wait now have had their turn or have left. */
  #refusal(reason: Reason): UnavailableError {
    this.#refused[reason] += 1;
    return new UnavailableError({ reason: REASONS[reason], retryAfterMs: this.#bounds.maxWaitMs });
  }
}
