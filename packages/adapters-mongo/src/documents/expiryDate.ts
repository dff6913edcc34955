import { MAX_DATE_MS } from '@algotheque/domain';

/**
 * A time in milliseconds since the epoch as the Date that a TTL index needs; limited to the last time that a Date
 * can hold.
 */
export function expiryDate(ms: number): Date {
  return new Date(Math.min(Math.max(ms, -MAX_DATE_MS), MAX_DATE_MS));
}
