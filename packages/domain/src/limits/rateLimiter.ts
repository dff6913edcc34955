import type { Health } from '../health.ts';

/** At most `limit` hits within a window of `windowMs` milliseconds that starts with the first hit. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** What taking a place says: it is yours; all places went to failures (try again after `retryAfterMs`); or some who hold one are undecided, so ask again soon. */
export type Place =
  | { readonly state: 'taken' }
  | { readonly state: 'refused'; readonly retryAfterMs: number }
  | { readonly state: 'undecided' };

export type Outcome = 'failed' | 'succeeded';

/**
 * Counters by key, shared by all processes on one store. `now` is milliseconds since the Unix epoch. Every method is
 * atomic: of any number of racing callers no more pass than the rule lets. A limiter that cannot count throws
 * UnavailableError. Counters need not survive a power loss. No window and no lease lasts longer from `now` than its rule
 * says, whatever clock it began under. Keys are compared exactly and have any length; milliseconds are integers up to
 * Number.MAX_SAFE_INTEGER.
 */
export interface RateLimiter extends Health {
  /** Counts a hit if the window has room: resolves to 0, or to the milliseconds until there is room. A refused hit is not counted. */
  hit(key: string, rule: RateRule, now: number): Promise<number>;
  /**
   * Takes a place for a try whose outcome is open. Failures and undecided tries together never exceed the limit; only
   * failures refuse. A place that nobody settles within `PLACE_LEASE_MS` counts as failed.
   */
  take(key: string, rule: RateRule, now: number): Promise<Place>;
  /** Gives the place back: 'failed' counts it in the window that runs at `now`, or starts one; 'succeeded' leaves no trace. */
  settle(key: string, rule: RateRule, outcome: Outcome, now: number): Promise<void>;
  /** Forgets the failures of the key; undecided places stay. Repeatable. */
  clear(key: string): Promise<void>;
  /** Remembers the key until `until`, or longer if it is remembered longer. */
  remember(key: string, until: number): Promise<void>;
  /**
   * Whether `remember` holds at `now`. Nothing is remembered for longer than `lifeMs` milliseconds: a later moment is cut to
   * that from `now`, for it is of a clock that was ahead.
   */
  remembers(key: string, now: number, lifeMs: number): Promise<boolean>;
  /** Removes what no longer has an effect at `now`; all of it, or a good part. */
  deleteExpired(now: number): Promise<void>;
}

/** How long an undecided try may last before it counts as failed: longer than the 5 s wait for a hash and the hash. */
export const PLACE_LEASE_MS = 30_000;
