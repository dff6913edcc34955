import type { Health } from './storeErrors.ts';

/** At most `limit` hits within a window of `windowMs` milliseconds that starts with the first hit. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

export interface HitAnswer {
  /** 0 if the hit is counted; else the milliseconds until the window has room. */
  readonly retryAfterMs: number;
  /** The end of the window, in milliseconds since the Unix epoch: what `giveBack` needs. */
  readonly end: number;
}

/** A key that is remembered, as stores keep and copy it: without e-mails and addresses. */
export interface RememberedKey {
  /** The SHA-256 of the key in UTF-16, little-endian: hex, in lower case. */
  readonly key: string;
  /** Milliseconds since the Unix epoch. */
  readonly until: number;
}

/**
 * Counters by key, shared by all processes on one store. `now` is milliseconds since the Unix epoch. Every method is atomic: of any number
 * of racing callers at most as many pass as the rule allows. A limiter that cannot count throws UnavailableError. Counters need not survive
 * a power loss. No window lasts longer from `now` than its rule says, whatever clock it began under. Keys are compared exactly and have any
 * length; milliseconds are integers up to Number.MAX_SAFE_INTEGER.
 */
export interface RateLimiter extends Health {
  /** Counts a hit if the window has room. A refused hit is not counted. */
  hit(key: string, rule: RateRule, now: number): Promise<HitAnswer>;
  /**
   * Takes one counted hit back from the window whose `end` the hit got; a window that was shortened since ends earlier. No effect on a
   * later window, and none when nothing is counted. Not repeatable: a second call takes another hit back.
   */
  giveBack(key: string, end: number): Promise<void>;
  /** Forgets the hits of the key. Repeatable. */
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
