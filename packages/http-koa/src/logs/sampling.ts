export interface SamplingOptions {
  /** Lines of a kind within an interval. Default: 10. */
  readonly limit?: number;
  /** Milliseconds. Default: 10 s. */
  readonly intervalMs?: number;
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: () => number;
  /** Acts later. Default: a timer that keeps no process alive. */
  readonly later?: (act: () => void, ms: number) => void;
}

interface Interval {
  readonly end: number;
  written: number;
  skipped: number;
}

/**
 * Bounds the lines that many requests make: of each kind the first lines of an interval are written, the others are
 * counted. There are few kinds; clients cannot choose them.
 */
export class Sampling {
  readonly #limit: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #later: (act: () => void, ms: number) => void;
  readonly #intervals = new Map<string, Interval>();

  constructor({ limit = 10, intervalMs = 10_000, now, later }: SamplingOptions = {}) {
    this.#limit = limit;
    this.#intervalMs = intervalMs;
    this.#now = now ?? (() => performance.now());
    this.#later = later ?? ((act, ms) => void setTimeout(act, ms).unref());
  }

  /**
   * Whether this line of the kind is to be written. If not, `tell` gets the number of unwritten lines when the
   * interval ends.
   */
  admits(kind: string, tell: (skipped: number) => void): boolean {
    const now = this.#now();
    const interval = this.#at(kind, now);
    if (interval.written < this.#limit) {
      interval.written += 1;
      return true;
    }
    if (interval.skipped === 0) this.#later(() => tell(interval.skipped), interval.end - now);
    interval.skipped += 1;
    return false;
  }

  #at(kind: string, now: number): Interval {
    const running = this.#intervals.get(kind);
    if (running !== undefined && now < running.end) return running;
    const fresh = { end: now + this.#intervalMs, written: 0, skipped: 0 };
    this.#intervals.set(kind, fresh);
    return fresh;
  }
}
