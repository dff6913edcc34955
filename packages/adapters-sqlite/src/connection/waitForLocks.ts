import { isBusy } from './failures.ts';

const PAUSE_MS = 10;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Repeats `work`, after a pause, while another connection's lock makes it fail, for `timeoutMs` at most. It blocks
 * this process meanwhile. SQLite's own timeout covers most locks, but not those where two might wait for each
 * other, https://sqlite.org/c3ref/busy_handler.html: of several processes that switch one new file to a write-ahead
 * log, all but one get the error at once. `work` that fails must hold no lock and leave nothing behind that would
 * disturb the next try. The last try, begun in time, may wait as long as SQLite lets it.
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
