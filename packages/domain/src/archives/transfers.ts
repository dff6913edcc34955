import { addressGroup, addressNetwork } from '../address.ts';
import type { Bounds } from '../bounds.ts';
import { attempt } from '../problems.ts';
import type { LimiterParts } from '../rateLimiter.ts';
import { TooManyRequestsError, UnavailableError } from '../responses.ts';
import { RunningCount } from '../work.ts';

const RETRY_MS = 5_000;

const IMPORTS_OF_USER = 1;

interface Most {
  readonly inAll: number;
  readonly ofUser: number;
  readonly ofAddress: number;
}

interface Asking {
  readonly userId: number;
  readonly address: string | undefined;
}

class RunningWorks {
  readonly #most: Most;
  /** By user and by address. */
  readonly #running = new RunningCount<number | string>();

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Counts one more until the returned function is called; further calls have no effect.
   * @throws TooManyRequestsError when the user or the address has as many as may be; UnavailableError when all together have
   */
  begin({ userId, address }: Asking): () => void {
    const place = address === undefined ? null : (addressNetwork(address) ?? addressGroup(address));
    const isPlaceFull = place !== null && this.#running.of(place) >= this.#most.ofAddress;
    if (isPlaceFull || this.#running.of(userId) >= this.#most.ofUser)
      throw new TooManyRequestsError(RETRY_MS, { limit: 'transfers', targetId: userId });
    if (this.#running.inAll >= this.#most.inAll)
      throw new UnavailableError({ reason: 'as many exports or imports run as may', retryAfterMs: RETRY_MS });
    return this.#running.add(place === null ? [userId] : [userId, place]);
  }
}

/** Of this process. Counted apart: a client decides how long an export takes, the server how long an import takes. */
export class Transfers {
  readonly exports: RunningWorks;
  readonly imports: RunningWorks;

  constructor({ exports, exportsOfUser, exportsOfAddress, imports }: Bounds) {
    this.exports = new RunningWorks({ inAll: exports, ofUser: exportsOfUser, ofAddress: exportsOfAddress });
    this.imports = new RunningWorks({ inAll: imports, ofUser: IMPORTS_OF_USER, ofAddress: Infinity });
  }
}

const SPAN_MS = 30_000;

/**
 * One import of a user at one time, on all servers that share the store: two at once would both create what is in both archives. Time is in
 * spans, and a counter of the store gives each span once. An import takes its span, and each next one half a span before it begins.
 */
export class ImportLease {
  readonly #context: LimiterParts;
  readonly #userId: number;
  #last: number;

  private constructor(context: LimiterParts, userId: number, span: number) {
    this.#context = context;
    this.#userId = userId;
    this.#last = span;
  }

  /** @throws TooManyRequestsError while another server imports for the user */
  static async take(context: LimiterParts, userId: number): Promise<ImportLease> {
    const now = context.clock.now();
    const span = spanAt(now);
    if (await isTaken(context, userId, span))
      throw new TooManyRequestsError((span + 1) * SPAN_MS - now, { limit: 'transfers', targetId: userId });
    return new ImportLease(context, userId, span);
  }

  /**
   * Before each step that creates something.
   * @throws UnavailableError when it came so late that another import may have run meanwhile
   */
  async renew(): Promise<void> {
    const now = this.#context.clock.now();
    const next = this.#last + 1;
    if (spanAt(now + SPAN_MS / 2) < next) return;
    if (spanAt(now) >= next || (await isTaken(this.#context, this.#userId, next)))
      throw new UnavailableError({ reason: 'the import was interrupted, and another one may have begun' });
    this.#last = next;
  }

  async release(): Promise<void> {
    const { limiter, clock, onProblem } = this.#context;
    await attempt(onProblem, 'end of an import', async () => {
      for (let span = Math.min(this.#last, spanAt(clock.now())); span <= this.#last; span += 1)
        await limiter.clear(keyOf(this.#userId, span));
    });
  }
}

const spanAt = (now: number): number => Math.floor(now / SPAN_MS);

const keyOf = (userId: number, span: number): string => `import:${userId}:${span}`;

const isTaken = async ({ limiter, clock }: LimiterParts, userId: number, span: number): Promise<boolean> =>
  (await limiter.hit(keyOf(userId, span), { limit: IMPORTS_OF_USER, windowMs: 3 * SPAN_MS }, clock.now())) > 0;
