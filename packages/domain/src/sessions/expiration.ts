import { CLOCK_TOLERANCE_MS, MAX_DATE_MS } from '../clock.ts';
import type { Policy } from '../policy.ts';
import type { Session } from '../session.ts';
import type { SessionDates } from './sessionStore.ts';

/** At most one store write in five minutes for each session: exact enough for a person who looks for a login of somebody else. */
const TOUCH_EVERY_MS = 300_000;
/** The unrecorded use of a session takes at most this part of its idle time: five minutes of four hours. */
const UNRECORDED = 1 / 48;

/** A use is recorded when the last recorded one is older than this many milliseconds. */
export const touchEveryMs = ({ tokenIdleMs }: Policy): number => Math.min(TOUCH_EVERY_MS, tokenIdleMs * UNRECORDED);

/** When a session made at `dateCreation` and last used at `dateUtilisation` ends: never after the absolute end. */
export function expiration(policy: Policy, dateCreation: number, dateUtilisation: number): number {
  return Math.min(dateUtilisation + policy.tokenIdleMs, dateCreation + policy.tokenAbsoluteMs, MAX_DATE_MS);
}

/**
 * The latest dates that a session can have at `now`. Later dates come from a clock that was ahead, or from an idle
 * time that was longer.
 */
export function latestDates({ tokenIdleMs, tokenAbsoluteMs }: Policy, now: number): SessionDates {
  const end = Math.min(now + Math.min(tokenIdleMs, tokenAbsoluteMs) + CLOCK_TOLERANCE_MS, MAX_DATE_MS);
  return { dateCreation: now, dateUtilisation: now, dateExpiration: end };
}

/** Each date of the session, or the one in `latest` if that is earlier. */
export function earlier(session: Session, latest: SessionDates): SessionDates {
  return {
    dateCreation: Math.min(session.dateCreation, latest.dateCreation),
    dateUtilisation: Math.min(session.dateUtilisation, latest.dateUtilisation),
    dateExpiration: Math.min(session.dateExpiration, latest.dateExpiration),
  };
}
