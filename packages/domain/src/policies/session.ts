import type { Policy } from './policy.ts';

/** A use is recorded when the last recorded one is older than this: at most one store write an hour a token. */
export const TOUCH_EVERY_MS = 3_600_000;

/** When a token made at `dateCreation` and last used at `dateUtilisation` ends: sliding never passes the absolute end. */
export function expiration(policy: Policy, dateCreation: number, dateUtilisation: number): number {
  return Math.min(dateUtilisation + policy.tokenIdleMs, dateCreation + policy.tokenAbsoluteMs);
}
