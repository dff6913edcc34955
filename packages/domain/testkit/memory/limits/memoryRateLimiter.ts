import { createHash } from 'node:crypto';
import type { RateLimiter } from '@algotheque/domain';

/** A window that counts until its end. Without a count it is none. */
interface Window {
  readonly count: number;
  readonly end: number;
}

/** The data of limiters in memory. Limiters on the same object share it. */
export class MemoryCounts {
  readonly counters = new Map<string, Window>();
  /** Ends of what is remembered, by the digest of the key. */
  readonly remembered = new Map<string, number>();
}

export function memoryRateLimiter({ counters, remembered }: MemoryCounts = new MemoryCounts()): RateLimiter {
  return {
    async hit(key, { limit, windowMs }, now) {
      const fresh = { count: 0, end: now + windowMs };
      const found = counters.get(key) ?? fresh;
      const window = isRunning(found, now) ? { ...found, end: Math.min(found.end, fresh.end) } : fresh;
      const isFull = window.count >= limit;
      counters.set(key, isFull ? window : { ...window, count: window.count + 1 });
      return { retryAfterMs: isFull ? window.end - now : 0, end: window.end };
    },
    async giveBack(key, end) {
      const window = counters.get(key);
      if (window !== undefined && window.count > 0 && window.end <= end)
        counters.set(key, { ...window, count: window.count - 1 });
    },
    async clear(key) {
      counters.delete(key);
    },
    async remember(name, until) {
      const key = hashed(name);
      remembered.set(key, Math.max(until, remembered.get(key) ?? until));
    },
    async remembers(name, now, lifeMs) {
      const key = hashed(name);
      const until = Math.min(remembered.get(key) ?? now, now + lifeMs);
      if (remembered.has(key)) remembered.set(key, until);
      return now < until;
    },
    async deleteExpired(now) {
      for (const [key, until] of remembered) if (until <= now) remembered.delete(key);
      for (const [key, window] of counters) if (!isRunning(window, now)) counters.delete(key);
    },
    async health() {},
  };
}

/** As `RememberedKey.key` says. */
const hashed = (key: string): string => createHash('sha256').update(key, 'utf16le').digest('hex');

const isRunning = ({ count, end }: Window, now: number): boolean => count > 0 && now < end;
