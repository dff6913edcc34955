import { PLACE_LEASE_MS, type RateRule } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';

const column = new RowReader('places', 'id');

/** The places of undecided tries. Every method runs in a transaction of its caller. */
export class PlaceTable {
  readonly #count: Statement;
  readonly #take: Statement;
  readonly #giveBack: Statement;
  readonly #lapsed: Statement;
  readonly #removeLapsed: Statement;
  readonly #cut: Statement;

  constructor(connection: Connection) {
    this.#count = connection.prepare('SELECT count(*) AS count FROM places WHERE key = ?');
    this.#take = connection.prepare('INSERT INTO places (key, leaseEnd, windowMs) VALUES (?, ?, ?)');
    this.#giveBack = connection.prepare(`
      DELETE FROM places WHERE id = (SELECT id FROM places WHERE key = ? ORDER BY leaseEnd LIMIT 1)`);
    this.#lapsed = connection.prepare(
      'SELECT id, leaseEnd FROM places WHERE key = ? AND leaseEnd <= ? ORDER BY leaseEnd',
    );
    this.#cut = connection.prepare('UPDATE places SET leaseEnd = :latest WHERE key = :key AND leaseEnd > :latest');
    this.#removeLapsed = connection.prepare('DELETE FROM places WHERE key = ? AND leaseEnd <= ?');
  }

  count(key: Uint8Array): number {
    return Number(this.#count.get(key)?.['count']);
  }

  take(key: Uint8Array, { windowMs }: RateRule, now: number): void {
    this.#take.run(key, now + PLACE_LEASE_MS, windowMs);
  }

  /** Removes the oldest place of the key. False when there is none: it lapsed, and was counted then. */
  giveBack(key: Uint8Array): boolean {
    return this.#giveBack.run(key).changes === 1;
  }

  /**
   * Removes the places that were not settled in time, and returns the times when they lapsed, oldest first. A lease
   * that ends later than a new one was taken under a clock that was ahead, and is shortened.
   */
  removeLapsed(key: Uint8Array, now: number): readonly number[] {
    this.#cut.run({ key, latest: now + PLACE_LEASE_MS });
    const moments = this.#lapsed.all(key, now).map((row) => column.integer(row, 'leaseEnd'));
    if (moments.length > 0) this.#removeLapsed.run(key, now);
    return moments;
  }
}
