/** The last moment that a Date holds (ECMA-262, time values). */
const MAX_DATE_MS = 8_640_000_000_000_000;

/**
 * A time in milliseconds since the epoch as the Date that a TTL index needs; limited to the last time that a Date
 * can hold.
 */
export function expiryDate(ms: number): Date {
  return new Date(Math.min(Math.max(ms, -MAX_DATE_MS), MAX_DATE_MS));
}
