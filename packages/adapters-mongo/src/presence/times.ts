import type { Db } from 'mongodb';

/** How often a user of a database renews its lock, in milliseconds. */
export const BEAT_MS = 10_000;

/** The time without a renewal after which the user must take the lock again before it goes on. */
export const LAPSE_MS = 20_000;

/** How long others treat the lock as valid. Longer than `LAPSE_MS` by more than an operation lasts. */
export const FRESH_MS = 30_000;

/** The clock of MongoDB, the same for all of its users. */
export async function serverTime(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  if (!(localTime instanceof Date)) throw new Error('MongoDB answered hello without localTime.');
  return localTime;
}

/**
 * Whether the user renewed recently. A time that is further ahead comes from before MongoDB's clock was set back: a
 * living user renews within `BEAT_MS`.
 */
export function isFresh(seen: Date, now: Date): boolean {
  return Math.abs(now.getTime() - seen.getTime()) < FRESH_MS;
}
