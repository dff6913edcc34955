import { createHash } from 'node:crypto';
import { PLACE_LEASE_MS, type RateLimiter, type RateRule, type TakeAnswer } from '@algotheque/domain';

/** The counter of a key: a window that counts, and the undecided tries by the end of their lease. */
interface Counter {
  start: number;
  end: number;
  count: number;
  leases: number[];
}

/** The data of limiters in memory. Limiters on the same object share it. */
export class MemoryCounts {
  readonly counters = new Map<string, Counter>();
  /** Ends of what is remembered, by the digest of the key. */
  readonly remembered = new Map<string, number>();
}

export function memoryRateLimiter({ counters, remembered }: MemoryCounts = new MemoryCounts()): RateLimiter {
  const counterOf = (key: string, rule: RateRule, now: number): Counter => {
    const counter = counters.get(key) ?? { start: now, end: now, count: 0, leases: [] };
    counters.set(key, counter);
    counter.end = Math.min(counter.end, now + rule.windowMs);
    counter.leases = counter.leases.map((end) => Math.min(end, now + PLACE_LEASE_MS));
    expireLeases(counter, rule.windowMs, now);
    return counter;
  };
  return {
    async hit(key, rule, now) {
      const counter = counterOf(key, rule, now);
      if (failures(counter, now) >= rule.limit) return counter.end - now;
      count(counter, rule.windowMs, now);
      return 0;
    },
    async take(key, rule, now): Promise<TakeAnswer> {
      const counter = counterOf(key, rule, now);
      const failed = failures(counter, now);
      if (failed >= rule.limit) return { state: 'refused', retryAfterMs: counter.end - now };
      if (failed + counter.leases.length >= rule.limit) return { state: 'undecided' };
      counter.leases.push(now + PLACE_LEASE_MS);
      return { state: 'taken' };
    },
    async recordOutcome(key, rule, outcome, now) {
      const counter = counterOf(key, rule, now);
      // Without a place in the list, the lease has ended and counts as a failure already.
      if (counter.leases.shift() !== undefined && outcome === 'failed') count(counter, rule.windowMs, now);
    },
    async clear(key) {
      const counter = counters.get(key);
      if (counter !== undefined) counter.count = 0;
    },
    async remember(name, until) {
      const key = digestOf(name);
      remembered.set(key, Math.max(until, remembered.get(key) ?? until));
    },
    async remembers(name, now, lifeMs) {
      const key = digestOf(name);
      const until = Math.min(remembered.get(key) ?? now, now + lifeMs);
      if (remembered.has(key)) remembered.set(key, until);
      return now < until;
    },
    async deleteExpired(now) {
      for (const [key, until] of remembered) if (until <= now) remembered.delete(key);
      for (const [key, counter] of counters) {
        if (failures(counter, now) === 0 && counter.leases.length === 0) counters.delete(key);
      }
    },
    async health() {},
  };
}

/** As `RememberedKey.key` says. */
const digestOf = (key: string): string => createHash('sha256').update(key, 'utf16le').digest('hex');

/** Counts each ended lease as a failure at the moment of its end. */
function expireLeases(counter: Counter, windowMs: number, now: number): void {
  const ended = counter.leases.filter((end) => end <= now);
  counter.leases = counter.leases.filter((end) => end > now);
  for (const end of ended.sort((one, other) => one - other)) count(counter, windowMs, end);
}

const failures = (counter: Counter, now: number): number => (now < counter.end ? counter.count : 0);

function count(counter: Counter, windowMs: number, now: number): void {
  if (failures(counter, now) === 0) Object.assign(counter, { start: now, end: now + windowMs, count: 0 });
  counter.count += 1;
}
