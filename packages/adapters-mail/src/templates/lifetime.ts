import type { Locale } from '@algotheque/domain';

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
 * A duration in words, in the largest unit that divides it: `24 hours`, `30 minutes`. Less than a minute, and what is not whole
 * minutes, is in seconds, rounded down.
 * @param ms a positive integer
 */
export function inWords(ms: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, each, least]) => ms % each === 0 && ms / each >= least) ?? ['second', SECOND];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / length));
}
