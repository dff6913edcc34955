import { createHash } from 'node:crypto';
import type { RateLimiter } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH, healthOf, inBatches } from '../connection/port.ts';
import { ColumnReader, orNull, type Row } from '../connection/rowReader.ts';

const column = new ColumnReader('counters', 'key');

/** Counters of limits in the store file. A login makes several commits here, so they do not wait for the disk. */
export function sqliteRateLimiter(connection: Connection): RateLimiter {
  const find = connection.prepare('SELECT hex(key) AS key, count, windowEnd FROM counters WHERE key = ?');
  const save = connection.prepare(`
    INSERT INTO counters (key, count, windowEnd) VALUES (:key, :count, :end)
    ON CONFLICT (key) DO UPDATE SET count = :count, windowEnd = :end`);
  const clear = connection.prepare('DELETE FROM counters WHERE key = ?');
  const remember = connection.prepare(`
    INSERT INTO remembered (key, until) VALUES (:key, :until)
    ON CONFLICT (key) DO UPDATE SET until = max(until, :until)`);
  const remembered = connection.prepare('SELECT until FROM remembered WHERE key = ? AND until > ?');
  const cutMemory = connection.prepare('UPDATE remembered SET until = min(until, :latest) WHERE key = :key');
  const deleteSome = (table: string, isExpired: string) =>
    connection.prepare(
      `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${isExpired} LIMIT ${BATCH})`,
    );
  const expired = [deleteSome('counters', 'windowEnd <= ?'), deleteSome('remembered', 'until <= ?')];
  return {
    async hit(key, { limit, windowMs }, now) {
      const digest = keyDigest(key);
      return connection.writeUnsynced(() => {
        const found = orNull(find.get(digest), windowOf);
        const isRunning = found !== null && found.count > 0 && found.end > now;
        // No window lasts longer than its rule says, so that a clock that was set back, or a rule that was made shorter, locks nobody out.
        const end = Math.min(isRunning ? found.end : Number.POSITIVE_INFINITY, now + windowMs);
        const count = isRunning ? found.count : 0;
        const isFull = count >= limit;
        if (!isFull || end !== found?.end) save.run({ key: digest, count: isFull ? count : count + 1, end });
        return { retryAfterMs: isFull ? end - now : 0, end };
      }, 'session');
    },
    async giveBack(key, latest) {
      const digest = keyDigest(key);
      connection.writeUnsynced(() => {
        const { count, end } = orNull(find.get(digest), windowOf) ?? { count: 0, end: 0 };
        if (count > 0 && end <= latest) save.run({ key: digest, count: count - 1, end });
      }, 'session');
    },
    async clear(key) {
      const digest = keyDigest(key);
      connection.writeUnsynced(() => clear.run(digest), 'session');
    },
    async remember(key, until) {
      const values = { key: keyDigest(key), until };
      connection.writeUnsynced(() => remember.run(values), 'session');
    },
    async remembers(key, now, lifeMs) {
      const digest = keyDigest(key);
      const until = connection.read(() => remembered.get(digest, now)?.['until']);
      const latest = now + lifeMs;
      if (Number(until) > latest) connection.writeUnsynced(() => cutMemory.run({ key: digest, latest }));
      return until !== undefined;
    },
    async deleteExpired(now) {
      for (const statement of expired)
        await inBatches(() => connection.writeUnsynced(() => statement.run(now).changes));
    },
    ...healthOf(connection),
  };
}

/** What was counted until the end of a window, in milliseconds since the Unix epoch. */
function windowOf(row: Row): { readonly count: number; readonly end: number } {
  const window = { count: column.integer(row, 'count'), end: column.integer(row, 'windowEnd') };
  return column.possible(row, window, ({ count }) => (count < 0 ? 'count' : null)); // it would allow further tries
}

/**
 * Keys have e-mails and addresses, so the file has only their SHA-256; of UTF-16, in which different keys have
 * different bytes.
 */
function keyDigest(key: string): Uint8Array {
  return createHash('sha256').update(key, 'utf16le').digest();
}
