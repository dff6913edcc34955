import type { RateLimiter } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH, healthOf, inBatches } from '../connection/port.ts';
import type { Statement } from '../connection/statement.ts';
import { keyDigest, windowTable } from './windowTable.ts';

/** Counters of limits in the store file. A login makes several commits here, so they do not wait for the disk. */
export function sqliteRateLimiter(connection: Connection): RateLimiter {
  const windows = windowTable(connection);
  const remember = connection.prepare(`
    INSERT INTO remembered (key, until) VALUES (:key, :until)
    ON CONFLICT (key) DO UPDATE SET until = max(until, :until)`);
  const remembered = connection.prepare('SELECT until FROM remembered WHERE key = ? AND until > ?');
  const cutMemory = connection.prepare('UPDATE remembered SET until = min(until, :latest) WHERE key = :key');
  const expiredRows = expired(connection);

  return {
    async hit(key, rule, now) {
      const digest = keyDigest(key);
      return connection.writeUnsynced(() => {
        const window = windows.at(digest, rule, now);
        const isFull = window.count >= rule.limit;
        if (!isFull) windows.add(digest, window, 1);
        return { retryAfterMs: isFull ? window.end - now : 0, end: window.end };
      }, 'session');
    },
    async giveBack(key, end) {
      const digest = keyDigest(key);
      connection.writeUnsynced(() => {
        const window = windows.find(digest);
        if (window !== null && window.count > 0 && window.end <= end) windows.add(digest, window, -1);
      }, 'session');
    },
    async clear(key) {
      const digest = keyDigest(key);
      connection.writeUnsynced(() => windows.clear(digest), 'session');
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
      for (const statement of expiredRows) {
        await inBatches(() => connection.writeUnsynced(() => statement.run(now).changes));
      }
    },
    ...healthOf(connection),
  };
}

function expired(connection: Connection): readonly Statement[] {
  const deleteSome = (table: string, key: string, isExpired: string) =>
    connection.prepare(`
      DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${isExpired} LIMIT ${BATCH})`);
  return [deleteSome('counters', 'key', 'windowEnd <= ?'), deleteSome('remembered', 'key', 'until <= ?')];
}
