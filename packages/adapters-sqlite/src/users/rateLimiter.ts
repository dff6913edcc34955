import type { RateLimiter, RateRule } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH, healthOf, inBatches } from '../connection/port.ts';
import type { Statement } from '../connection/statement.ts';
import { placeTable } from './placeTable.ts';
import { keyDigest, type Window, windowTable } from './windowTable.ts';

/** Counters of limits in the store file. A login makes six commits here, so they do not wait for the disk. */
export function sqliteRateLimiter(connection: Connection): RateLimiter {
  const windows = windowTable(connection);
  const places = placeTable(connection);
  const remember = connection.prepare(`
    INSERT INTO remembered (key, until) VALUES (:key, :until)
    ON CONFLICT (key) DO UPDATE SET until = max(until, :until)`);
  const remembered = connection.prepare('SELECT until FROM remembered WHERE key = ? AND until > ?');
  const cutMemory = connection.prepare('UPDATE remembered SET until = min(until, :latest) WHERE key = :key');
  const expiredRows = expired(connection);

  /** The window that runs at `now`, after places that have lapsed were counted, each at its time. */
  const windowAt = (key: Uint8Array, rule: RateRule, now: number): Window => {
    for (const moment of places.removeLapsed(key, now)) windows.add(key, windows.at(key, rule, moment));
    return windows.at(key, rule, now);
  };

  return {
    async hit(key, rule, now) {
      const digest = keyDigest(key);
      return connection.writeUnsynced(() => {
        const window = windowAt(digest, rule, now);
        if (window.count >= rule.limit) return window.end - now;
        windows.add(digest, window);
        return 0;
      }, 'session');
    },
    async take(key, rule, now) {
      const digest = keyDigest(key);
      return connection.writeUnsynced(() => {
        const { count, end } = windowAt(digest, rule, now);
        if (count >= rule.limit) return { state: 'refused', retryAfterMs: end - now };
        if (count + places.count(digest) >= rule.limit) return { state: 'undecided' };
        places.take(digest, rule, now);
        return { state: 'taken' };
      }, 'session');
    },
    async recordOutcome(key, rule, outcome, now) {
      const digest = keyDigest(key);
      connection.writeUnsynced(() => {
        const window = windowAt(digest, rule, now);
        if (places.giveBack(digest) && outcome === 'failed') windows.add(digest, window);
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
  return [
    deleteSome('counters', 'key', 'windowEnd <= ?'),
    deleteSome('places', 'id', 'leaseEnd + windowMs <= ?'),
    deleteSome('remembered', 'key', 'until <= ?'),
  ];
}
