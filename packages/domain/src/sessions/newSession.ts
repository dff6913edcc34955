import { addressArea } from '../address.ts';
import type { Caller } from '../caller.ts';
import { CLOCK_TOLERANCE_MS, MAX_DATE_MS } from '../clock.ts';
import type { Policy } from '../policy.ts';
import { UNPRINTABLE } from '../textInput.ts';
import type { User } from '../user.ts';
import type { Session, SessionDates } from './sessionStore.ts';

interface Beginning {
  readonly digest: string;
  readonly caller: Caller;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly policy: Policy;
}

export const newSession = (
  { id, credentialsVersion }: Pick<User, 'id' | 'credentialsVersion'>,
  { digest, caller, now, policy }: Beginning,
): Session => ({
  digest,
  userId: id,
  credentialsVersion,
  dateCreation: now,
  dateUtilisation: now,
  dateExpiration: expiration(policy, now, now),
  ...sessionOrigin(caller),
});

/** The most code points of `Session.client`. */
export const MAX_CLIENT = 100;

const unprintable = new RegExp(`[${UNPRINTABLE}]`, 'g');

/** The whole address is not kept. */
export function sessionOrigin({ client, address }: Caller): Pick<Session, 'client' | 'address'> {
  return { client: client === undefined ? null : boundedWords(client), address: addressArea(address) };
}

/** Bounded before anything else is done with it: clients choose the text. */
function boundedWords(text: string): string | null {
  const printable = text
    .slice(0, 2 * MAX_CLIENT)
    .toWellFormed()
    .replace(unprintable, '')
    .trim();
  const words = [...printable].slice(0, MAX_CLIENT).join('').trim();
  return words === '' ? null : words;
}

/** At most one store write in five minutes for each session: exact enough for a person who looks for a login of somebody else. */
const TOUCH_EVERY_MS = 300_000;
/** The largest part of the idle time by which a recorded use may be too old. */
const UNRECORDED = 1 / 48;

export const touchEveryMs = ({ tokenIdleMs }: Policy): number => Math.min(TOUCH_EVERY_MS, tokenIdleMs * UNRECORDED);

/** When a session made at `dateCreation` and last used at `dateUtilisation` ends: never after the absolute end. */
export function expiration(policy: Policy, dateCreation: number, dateUtilisation: number): number {
  return Math.min(dateUtilisation + policy.tokenIdleMs, dateCreation + policy.tokenAbsoluteMs, MAX_DATE_MS);
}

/** Later dates come from a clock that was ahead, or from an idle time that was longer. */
export function latestDates({ tokenIdleMs, tokenAbsoluteMs }: Policy, now: number): SessionDates {
  const end = Math.min(now + Math.min(tokenIdleMs, tokenAbsoluteMs) + CLOCK_TOLERANCE_MS, MAX_DATE_MS);
  return { dateCreation: now, dateUtilisation: now, dateExpiration: end };
}

/** The dates of the session, each no later than that of `latest`. */
export function datesAtMost(session: Session, latest: SessionDates): SessionDates {
  return {
    dateCreation: Math.min(session.dateCreation, latest.dateCreation),
    dateUtilisation: Math.min(session.dateUtilisation, latest.dateUtilisation),
    dateExpiration: Math.min(session.dateExpiration, latest.dateExpiration),
  };
}
