import type { Context } from '../context.ts';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { attempt } from '../problems.ts';
import { IMPORTS_OF_USER } from './transfers.ts';

/** How long a server that ended without notice keeps others from importing for the user: one to two of these. */
const SPAN_MS = 30_000;

/**
 * One import of a user at one time, on all servers that share the store: two at once would both create what is in both archives. Time is in
 * spans, and a counter of the store gives each span once. An import takes the span in which it begins, and each next one half a span before
 * it begins.
 */
export class ImportLease {
  readonly #context: Context;
  readonly #userId: number;
  #last: number;

  private constructor(context: Context, userId: number, span: number) {
    this.#context = context;
    this.#userId = userId;
    this.#last = span;
  }

  /** @throws TooManyRequestsError while another server imports for the user */
  static async take(context: Context, userId: number): Promise<ImportLease> {
    const now = context.clock.now();
    const span = spanAt(now);
    if (await isTaken(context, userId, span))
      throw new TooManyRequestsError((span + 1) * SPAN_MS - now, { limit: 'transfers', targetId: userId });
    return new ImportLease(context, userId, span);
  }

  /**
   * To be called before each step that creates something.
   * @throws UnavailableError when it came so late that another import may have run meanwhile
   */
  async keep(): Promise<void> {
    const now = this.#context.clock.now();
    const next = this.#last + 1;
    if (spanAt(now + SPAN_MS / 2) < next) return;
    if (spanAt(now) >= next || (await isTaken(this.#context, this.#userId, next)))
      throw new UnavailableError({ reason: 'the import was interrupted, and another one may have begun' });
    this.#last = next;
  }

  /** Never rejects: what cannot be given back ends by its time. */
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

/** Takes it, if nobody has. */
const isTaken = async ({ limiter, clock }: Context, userId: number, span: number): Promise<boolean> =>
  (await limiter.hit(keyOf(userId, span), { limit: IMPORTS_OF_USER, windowMs: 3 * SPAN_MS }, clock.now())) > 0;
