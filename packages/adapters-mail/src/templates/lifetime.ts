import type { Locale, Mail, MailWithToken } from '@algotheque/domain';
import { hasToken } from '../links.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A unit, its length in ms, and how many of it are needed before it is used: one day is `24 hours`. */
const UNITS = [
  ['day', DAY, 2],
  ['hour', HOUR, 1],
  ['minute', MINUTE, 1],
] as const;

/** The mails that say how long their link works. That of `email_reserved` ends with the one in an earlier mail. */
export type MailWithLifetime = Exclude<MailWithToken, 'email_reserved'>;

export const hasLifetime = (kind: Mail['kind']): kind is MailWithLifetime =>
  hasToken(kind) && kind !== 'email_reserved';

/**
 * A duration in words, in the largest unit that divides it: `24 hours`, `30 minutes`. Less than a minute, and what is not whole
 * minutes, is in seconds, rounded down.
 * @param ms a positive integer
 */
export function inWords(ms: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, each, least]) => ms % each === 0 && ms / each >= least) ?? ['second', SECOND];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / length));
}
