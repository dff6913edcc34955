import type { Outcome, Place, RateLimiter, RateRule } from '@algotheque/domain';
import { BATCH, inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import type { Statement } from '../connection/statement.ts';
import { PlaceTable } from './placeTable.ts';
import { keyDigest, type Window, WindowTable } from './windowTable.ts';

/** Counters of limits in the store file. A login makes six commits here, so they do not wait for the disk. */
export class SqliteRateLimiter implements RateLimiter {
  readonly #connection: Connection;
  readonly #windows: WindowTable;
  readonly #places: PlaceTable;
  readonly #remember: Statement;
  readonly #remembers: Statement;
  readonly #cutMemory: Statement;
  readonly #deleteExpired: readonly Statement[];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#windows = new WindowTable(connection);
    this.#places = new PlaceTable(connection);
    this.#remember = connection.prepare(`
      INSERT INTO remembered (key, until) VALUES (:key, :until)
      ON CONFLICT (key) DO UPDATE SET until = max(until, :until)`);
    this.#remembers = connection.prepare('SELECT until FROM remembered WHERE key = ? AND until > ?');
    this.#cutMemory = connection.prepare('UPDATE remembered SET until = min(until, :latest) WHERE key = :key');
    this.#deleteExpired = expired(connection);
  }

  async hit(key: string, rule: RateRule, now: number): Promise<number> {
    const digest = keyDigest(key);
    return this.#connection.writeUnsynced(() => {
      const window = this.#window(digest, rule, now);
      if (window.count >= rule.limit) return window.end - now;
      this.#windows.add(digest, window);
      return 0;
    }, 'session');
  }

  async take(key: string, rule: RateRule, now: number): Promise<Place> {
    const digest = keyDigest(key);
    return this.#connection.writeUnsynced(() => {
      const { count, end } = this.#window(digest, rule, now);
      if (count >= rule.limit) return { state: 'refused', retryAfterMs: end - now };
      if (count + this.#places.count(digest) >= rule.limit) return { state: 'undecided' };
      this.#places.take(digest, rule, now);
      return { state: 'taken' };
    }, 'session');
  }

  async settle(key: string, rule: RateRule, outcome: Outcome, now: number): Promise<void> {
    const digest = keyDigest(key);
    this.#connection.writeUnsynced(() => {
      const window = this.#window(digest, rule, now);
      if (this.#places.giveBack(digest) && outcome === 'failed') this.#windows.add(digest, window);
    }, 'session');
  }

  async clear(key: string): Promise<void> {
    const digest = keyDigest(key);
    this.#connection.writeUnsynced(() => this.#windows.clear(digest), 'session');
  }

  async remember(key: string, until: number): Promise<void> {
    const values = { key: keyDigest(key), until };
    this.#connection.writeUnsynced(() => this.#remember.run(values), 'session');
  }

  async remembers(key: string, now: number, lifeMs: number): Promise<boolean> {
    const digest = keyDigest(key);
    const until = this.#connection.read(() => this.#remembers.get(digest, now)?.['until']);
    const latest = now + lifeMs;
    if (Number(until) > latest) this.#connection.writeUnsynced(() => this.#cutMemory.run({ key: digest, latest }));
    return until !== undefined;
  }

  async deleteExpired(now: number): Promise<void> {
    for (const statement of this.#deleteExpired) {
      await inBatches(() => this.#connection.writeUnsynced(() => statement.run(now).changes));
    }
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }

  /** The window that runs at `now`, after places that have lapsed were counted, each at its time. */
  #window(key: Uint8Array, rule: RateRule, now: number): Window {
    for (const moment of this.#places.removeLapsed(key, now)) {
      this.#windows.add(key, this.#windows.at(key, rule, moment));
    }
    return this.#windows.at(key, rule, now);
  }
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
