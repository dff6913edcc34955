import type { Db } from 'mongodb';

/** How often whoever uses a database says so, in milliseconds. */
export const BEAT_MS = 10_000;

/** After how long without saying so they must say so again before they go on. */
export const LAPSE_MS = 20_000;

/** How long others believe them. Beyond `LAPSE_MS` by more than an operation lasts. */
export const FRESH_MS = 30_000;

/** The clock of MongoDB, the same for all who use it. */
export async function serverTime(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  if (!(localTime instanceof Date)) throw new Error('MongoDB answered hello without localTime.');
  return localTime;
}

/**
 * Whether somebody was seen lately. A moment further ahead than that is of a clock of MongoDB that was set back since:
 * who lives says so again within `BEAT_MS`.
 */
export function isFresh(seen: Date, now: Date): boolean {
  return Math.abs(now.getTime() - seen.getTime()) < FRESH_MS;
}
