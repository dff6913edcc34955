import type { Health } from './storeErrors.ts';

/** At most `limit` hits within a window of `windowMs` milliseconds that starts with the first hit. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * The answer to `take`: the place is taken; or all places are used by failures (try again after `retryAfterMs`); or
 * some places are undecided, so ask again soon.
 */
export type TakeAnswer =
  | { readonly state: 'taken' }
  | { readonly state: 'refused'; readonly retryAfterMs: number }
  | { readonly state: 'undecided' };

/** A key that is remembered, as stores keep and copy it: without e-mails and addresses. */
export interface RememberedKey {
  /** The SHA-256 of the key in UTF-16, little-endian: hex, in lower case. */
  readonly key: string;
  /** Milliseconds since the Unix epoch. */
  readonly until: number;
}

export type Outcome = 'failed' | 'succeeded';

/**
 * Counters by key, shared by all processes on one store. `now` is milliseconds since the Unix epoch. Every method is atomic: of any number
 * of racing callers at most as many pass as the rule allows. A limiter that cannot count throws UnavailableError. Counters need not survive
 * a power loss. No window and no lease lasts longer from `now` than its rule says, whatever clock it began under. Keys are compared exactly
 * and have any length; milliseconds are integers up to Number.MAX_SAFE_INTEGER.
 */
export interface RateLimiter extends Health {
  /** Counts a hit if the window has room: resolves to 0, or to the milliseconds until there is room. A refused hit is not counted. */
  hit(key: string, rule: RateRule, now: number): Promise<number>;
  /**
   * Takes a place for a try whose outcome is not known yet. Failures and undecided tries together never exceed the
   * limit; only failures refuse. A place whose outcome is not recorded within `PLACE_LEASE_MS` counts as failed.
   */
  take(key: string, rule: RateRule, now: number): Promise<TakeAnswer>;
  /** Ends the try that has a place: 'failed' counts it in the window that runs at `now`, or starts one; 'succeeded' removes it. */
  recordOutcome(key: string, rule: RateRule, outcome: Outcome, now: number): Promise<void>;
  /** Forgets the failures of the key; undecided places stay. Repeatable. */
  clear(key: string): Promise<void>;
  /** Remembers the key until `until`, or longer if it is remembered longer. */
  remember(key: string, until: number): Promise<void>;
  /**
   * Whether the key is remembered at `now`. Nothing is remembered for longer than `lifeMs` milliseconds: a later
   * end is cut to that, because a clock that was ahead wrote it.
   */
  remembers(key: string, now: number, lifeMs: number): Promise<boolean>;
  /** Removes counters that have no effect at `now`: all of them, or many. */
  deleteExpired(now: number): Promise<void>;
}

/** How long an undecided try may last before it counts as failed: longer than the wait for a hash (5 s) and the hash. */
export const PLACE_LEASE_MS = 30_000;
