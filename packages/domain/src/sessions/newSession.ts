import { addressArea } from '../address.ts';
import type { Caller } from '../caller.ts';
import { MAX_DATE_MS } from '../clock.ts';
import type { Policy } from '../policy.ts';
import { UNPRINTABLE } from '../textInput.ts';
import type { User } from '../user.ts';
import type { Session } from './sessionStore.ts';

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

/** A clock that was ahead by no more logs nobody out when it is set right: such a session lasts longer by that time at most. */
const MOST_AHEAD_MS = 3_600_000;

/**
 * The session with its end by the policy now, so that a shorter time holds at once. Null when it is not valid: it has ended, or a clock
 * that was far ahead has written its dates.
 */
export function validSession(session: Session, policy: Policy, now: number): Session | null {
  const { dateCreation, dateUtilisation } = session;
  const dateExpiration = Math.min(session.dateExpiration, expiration(policy, dateCreation, dateUtilisation));
  const isAhead = Math.max(dateCreation, dateUtilisation) > now + MOST_AHEAD_MS;
  return isAhead || dateExpiration <= now ? null : { ...session, dateExpiration };
}
