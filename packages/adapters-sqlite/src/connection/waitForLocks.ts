import { isBusy } from './failures.ts';

const PAUSE_MS = 10;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Does `work` again, after a pause, while it fails by another connection's lock, until `timeoutMs` are over; it blocks
 * this process meanwhile. SQLite's own timeout is for most locks, yet not where two might wait for each other,
 * https://sqlite.org/c3ref/busy_handler.html: of several processes that switch one new file to a write-ahead log, all
 * but one are told at once that it is locked. `work` that fails holds no lock, and leaves nothing that it would trip
 * over; the last try, begun in time, may wait as long as SQLite lets it.
 */
export function waitForLocks<Value>(timeoutMs: number, work: () => Value): Value {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const remainingMs = end - performance.now();
      if (!isBusy(error) || remainingMs <= 0) throw error;
      Atomics.wait(NEVER_WOKEN, 0, 0, Math.min(PAUSE_MS, remainingMs));
    }
  }
}
