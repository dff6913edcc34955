/**
 * How far the clocks of two servers on one store may be apart, in milliseconds. A stored date that lies further in the
 * future than it can is of a clock that was ahead, and is not believed.
 */
export const CLOCK_TOLERANCE_MS = 60_000;

/** The only source of time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
