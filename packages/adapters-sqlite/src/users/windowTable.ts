import { createHash } from 'node:crypto';
import type { RateRule } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { RowReader } from '../connection/rowReader.ts';

/** A window that counts until its end, in milliseconds since the Unix epoch. */
export interface Window {
  readonly count: number;
  readonly end: number;
}

const column = new RowReader('counters', 'key');

/**
 * Keys have e-mails and addresses, so the file has only their SHA-256; of UTF-16, in which different keys have
 * different bytes.
 */
export function keyDigest(key: string): Uint8Array {
  return createHash('sha256').update(key, 'utf16le').digest();
}

/**
 * The windows of limits, in the table `counters`. (On MongoDB the collection `counters` holds the last ids.) Every method
 * runs in a transaction of the caller's.
 */
export function windowTable(connection: Connection) {
  const find = connection.prepare('SELECT hex(key) AS key, count, windowEnd FROM counters WHERE key = ?');
  const save = connection.prepare(`
    INSERT INTO counters (key, count, windowEnd) VALUES (:key, :count, :end)
    ON CONFLICT (key) DO UPDATE SET count = :count, windowEnd = :end`);
  const clear = connection.prepare('DELETE FROM counters WHERE key = ?');
  const saved = (key: Uint8Array, { count, end }: Window): Window => {
    save.run({ key, count, end });
    return { count, end };
  };
  const read = (key: Uint8Array): Window | null => {
    const row = find.get(key);
    if (row === undefined) return null;
    const window = { count: column.integer(row, 'count'), end: column.integer(row, 'windowEnd') };
    if (window.count < 0) column.refuse(row, 'count'); // it would allow further tries
    return window;
  };
  return {
    find: read,
    /**
     * The window that runs at `now`, or a new one. No window lasts longer than its rule says, so that a clock that
     * was set back, or a rule that was made shorter, locks no client out.
     */
    at(key: Uint8Array, { windowMs }: RateRule, now: number): Window {
      const fresh = { count: 0, end: now + windowMs };
      const window = read(key);
      if (window === null || window.count === 0 || window.end <= now) return fresh;
      return window.end <= fresh.end ? window : saved(key, { count: window.count, end: fresh.end });
    },
    add(key: Uint8Array, { count, end }: Window, hits: 1 | -1): void {
      saved(key, { count: count + hits, end });
    },
    clear(key: Uint8Array): void {
      clear.run(key);
    },
  };
}
