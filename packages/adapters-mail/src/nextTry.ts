import type { SmtpFailure } from './smtpFailure.ts';
import type { SpoolName } from './spoolName.ts';
import type { Queued } from './spoolQueue.ts';

/** Growing delays: the first, and the longest, in milliseconds. */
interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Between the tries of one mail. */
const RETRY: Backoff = { firstMs: 60_000, longestMs: 3_600_000 };
/** Between tries to reach a mail server. */
export const PAUSE: Backoff = { firstMs: 5_000, longestMs: 300_000 };

/**
 * The delay after the `count`th failure: doubled each time up to the longest. Its upper half is random, so that
 * mails that failed together are not tried again together.
 * @param random from 0 up to 1
 */
function delayAfter({ firstMs, longestMs }: Backoff, count: number, random: () => number): number {
  const full = Math.min(firstMs * 2 ** (count - 1), longestMs);
  return Math.round(full * (0.5 + random() / 2));
}

/** How long nothing is sent after the `count`th failure to reach the server in a row. */
export const pauseAfter = (count: number, random: () => number): number => delayAfter(PAUSE, count, random);

/** Counted from spooling. Links in mails are valid for a day at most; the longer time is for the notices. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;

/** The next name of a mail after a failed try: `null` puts it among the failed ones. */
export type NextTry = SpoolName | null;

/**
 * A refused mail is not tried again. When the server could not be reached, the mail stays as it was, because this
 * says nothing about the mail. All others wait longer each time, and have their last try when their time has ended.
 * @param now milliseconds since the Unix epoch
 */
export function nextTry(name: SpoolName, kind: SmtpFailure['kind'], { now, random }: Chance): NextTry {
  const lastAt = name.spooledAt + GIVE_UP_AFTER_MS;
  if (kind === 'refused' || now >= lastAt) return null;
  if (kind === 'unreachable') return name;
  const tries = name.tries + 1;
  const isSlow = name.isSlow || kind === 'silent';
  return { ...name, tries, isSlow, dueAt: Math.min(now + delayAfter(RETRY, tries, random), lastAt) };
}

interface Chance {
  readonly now: number;
  readonly random: () => number;
}

/**
 * Milliseconds until a mail may be tried. A due time further away than any delay was written under a wrong clock:
 * it counts as past.
 */
export function waitMs({ name }: Queued, now: number): number {
  if (name === null || name.tries === 0 || name.dueAt > now + RETRY.longestMs) return 0;
  return Math.max(0, name.dueAt - now);
}
