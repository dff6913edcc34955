import type { Locale, Mail } from '@algotheque/domain';

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

/**
 * Whether a mail says how long its link works. That of `email_reserved` ends with the one in an earlier mail.
 */
export const hasLifetime = (kind: Mail['kind']) =>
  kind !== 'password_changed' && kind !== 'email_taken' && kind !== 'email_reserved';

/** The mails that say it. */
export type MailWithLifetime = Exclude<Mail['kind'], 'password_changed' | 'email_taken' | 'email_reserved'>;

/**
 * A duration in words, in the largest unit that divides it: `24 hours`, `30 minutes`. Less than a minute, and what is not whole
 * minutes, is in seconds, rounded down.
 * @param ms a positive integer
 */
export function inWords(ms: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, each, least]) => ms % each === 0 && ms / each >= least) ?? ['second', SECOND];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / length));
}
