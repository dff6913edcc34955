import type { ListedMail } from '@algotheque/adapters-mail';
import { oneLine, tableOf } from '../terminal/text.ts';

const TITLES = ['name', 'state', 'to', 'subject', 'age', 'tries', 'next try', 'last answer'];

/** Mails as a table. Answers and names come from elsewhere: what could change a terminal is shown as its code. @param now milliseconds since the Unix epoch */
export function mailsTable(mails: readonly ListedMail[], now: number): string {
  if (mails.length === 0) return 'No mail waits, and none was given up';
  const rows = mails.map((mail) => [
    mail.name,
    mail.place,
    mail.to ?? '',
    mail.subject ?? '',
    mail.spooledAt === null ? '' : durationText(now - mail.spooledAt),
    String(mail.tries),
    nextTryText(mail, now),
    mail.problem ?? mail.answer?.replaceAll('\n', ' ') ?? '',
  ]);
  return tableOf(
    TITLES,
    rows.map((row) => row.map(oneLine)),
  );
}

function nextTryText({ place, nextTry }: ListedMail, now: number): string {
  if (place === 'failed') return 'none';
  if (place === 'sending' || nextTry === null || nextTry <= now) return 'now';
  return `in ${durationText(nextTry - now)}`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Milliseconds in the largest unit of which there are two: `47 h`, `2 d`. */
function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= 2 * size) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
