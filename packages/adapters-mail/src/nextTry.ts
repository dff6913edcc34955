import { changedEntry, type MailEntry } from '@algotheque/domain';
import type { SmtpFailure } from './smtpFailure.ts';

/** The first and the longest delay between the tries of one mail, in milliseconds. */
export const RETRY = { firstMs: 60_000, longestMs: 3_600_000 };
/** Between tries to reach a mail server. */
export const PAUSE: typeof RETRY = { firstMs: 5_000, longestMs: 300_000 };

/**
 * The delay after the `count`th failure: doubled each time up to the longest. Its upper half is random, so that
 * mails that failed together are not tried again together.
 * @param random from 0 up to 1
 */
export function delayAfter({ firstMs, longestMs }: typeof RETRY, count: number, random: () => number): number {
  const full = Math.min(firstMs * 2 ** (count - 1), longestMs);
  return Math.round(full * (0.5 + random() / 2));
}

/** Counted from the request. Links in mails are valid for a day at most; the longer time is for the notices. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;

/**
 * The entry after a failed try. A refused mail is not tried again. When the server could not be reached, the mail waits as before, because
 * this says nothing about the mail. All others wait longer each time, and have their last try when their time has ended.
 */
export function afterFailure(
  mail: MailEntry,
  { kind, text }: Pick<SmtpFailure, 'kind' | 'text'>,
  { now, timeOfAges, random }: { readonly now: number; readonly timeOfAges: number; readonly random: () => number },
): MailEntry {
  const lastAt = mail.date + GIVE_UP_AFTER_MS;
  const isOver = kind === 'refused' || timeOfAges >= lastAt;
  if (kind === 'unreachable' && !isOver) return changedEntry(mail, { dueAt: now, entry: { isTaken: false } });
  const tries = mail.entry.tries + 1;
  const isSlow = mail.entry.isSlow || kind === 'silent';
  const dueAt = isOver ? null : Math.min(now + delayAfter(RETRY, tries, random), Math.max(now, lastAt));
  return changedEntry(mail, { dueAt, rank: 2, entry: { tries, isSlow, isTaken: false, answer: text } });
}
