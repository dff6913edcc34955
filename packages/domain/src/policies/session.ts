import type { Policy } from './policy.ts';

/** At most one store write an hour a token. */
const TOUCH_EVERY_MS = 3_600_000;
/** What is not recorded of a token's use takes at most this part of its idle time: an hour of the default 48. */
const UNRECORDED = 1 / 48;

/** A use is recorded when the last recorded one is older than this many milliseconds. */
export const touchEveryMs = ({ tokenIdleMs }: Policy): number => Math.min(TOUCH_EVERY_MS, tokenIdleMs * UNRECORDED);

/** When a token made at `dateCreation` and last used at `dateUtilisation` ends: sliding never passes the absolute end. */
export function expiration(policy: Policy, dateCreation: number, dateUtilisation: number): number {
  return Math.min(dateUtilisation + policy.tokenIdleMs, dateCreation + policy.tokenAbsoluteMs);
}
