import { PLACE_LEASE_MS, type RateRule } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { RowReader } from '../connection/rowReader.ts';

const column = new RowReader('places', 'id');

/** The places of undecided tries. Every method runs in a transaction of its caller. */
export function placeTable(connection: Connection) {
  const count = connection.prepare('SELECT count(*) AS count FROM places WHERE key = ?');
  const take = connection.prepare('INSERT INTO places (key, leaseEnd, windowMs) VALUES (?, ?, ?)');
  const giveBack = connection.prepare(`
    DELETE FROM places WHERE id = (SELECT id FROM places WHERE key = ? ORDER BY leaseEnd LIMIT 1)`);
  const lapsed = connection.prepare(
    'SELECT id, leaseEnd FROM places WHERE key = ? AND leaseEnd <= ? ORDER BY leaseEnd',
  );
  const cut = connection.prepare('UPDATE places SET leaseEnd = :latest WHERE key = :key AND leaseEnd > :latest');
  const removeLapsed = connection.prepare('DELETE FROM places WHERE key = ? AND leaseEnd <= ?');
  return {
    count: (key: Uint8Array): number => Number(count.get(key)?.['count']),
    take(key: Uint8Array, { windowMs }: RateRule, now: number): void {
      take.run(key, now + PLACE_LEASE_MS, windowMs);
    },
    /** Removes the oldest place of the key. False when there is none: it lapsed, and was counted then. */
    giveBack: (key: Uint8Array): boolean => giveBack.run(key).changes === 1,
    /**
     * Removes the places whose outcome was not recorded in time, and returns the times when they lapsed, oldest first. A lease
     * that ends later than a new one was taken under a clock that was ahead, and is shortened.
     */
    removeLapsed(key: Uint8Array, now: number): readonly number[] {
      cut.run({ key, latest: now + PLACE_LEASE_MS });
      const moments = lapsed.all(key, now).map((row) => column.integer(row, 'leaseEnd'));
      if (moments.length > 0) removeLapsed.run(key, now);
      return moments;
    },
  };
}
