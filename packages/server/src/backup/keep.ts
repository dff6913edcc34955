import { UsageError } from '../startError.ts';
import type { FoundBackup } from './otherBackups.ts';

/** How many days and weeks have a backup that is kept: the newest of each. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
}

const FORM = /^(?:([1-9][0-9]{0,3})d)?(?:(?:^|(?<=d),)([1-9][0-9]{0,3})w)?$/;

/** @param text such as `7d,4w`, `7d` or `4w` @throws UsageError */
export function parseKeep(text: string): Keep {
  const [, days, weeks] = FORM.exec(text) ?? [];
  if (days === undefined && weeks === undefined) {
    throw new UsageError('--keep takes numbers of days and weeks from 1 to 9999, such as 7d,4w or 30d');
  }
  return { days: Number(days ?? 0), weeks: Number(weeks ?? 0) };
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Day 0 of the Unix epoch was a Thursday; weeks begin on Monday. */
const DAYS_AFTER_MONDAY = 3;

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const weekOf = (ms: number): number => Math.floor((dayOf(ms) + DAYS_AFTER_MONDAY) / WEEK_DAYS);

/**
 * The backups that `keep` does not keep at `now` (ms since the Unix epoch), by days and weeks of UTC. The newest of all is always kept, and what
 * a clock that was ahead has dated later than `now`.
 * @param backups the newest first
 */
export function notKept(backups: readonly FoundBackup[], { days, weeks }: Keep, now: number): readonly FoundBackup[] {
  const kept = new Set<FoundBackup>(backups.filter(({ date }, index) => index === 0 || date > now));
  const past = backups.filter(({ date }) => date <= now); // one of the future takes the place of none
  for (const [periodOf, most] of [
    [dayOf, days],
    [weekOf, weeks],
  ] as const) {
    const newest = new Map<number, FoundBackup>();
    for (const backup of past) {
      const period = periodOf(backup.date);
      if (period > periodOf(now) - most && !newest.has(period)) newest.set(period, backup);
    }
    for (const backup of newest.values()) kept.add(backup);
  }
  return backups.filter((backup) => !kept.has(backup));
}
