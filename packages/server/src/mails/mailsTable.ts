import type { QueuedMail } from '@algotheque/domain';
import { oneLine, tableOf } from '../terminal/text.ts';

const TITLES = ['name', 'state', 'to', 'kind', 'age', 'tries', 'next try', 'last answer'];

/**
 * Mails as a table. Answers and addresses come from elsewhere: what could change a terminal is shown as its code.
 * @param now milliseconds since the Unix epoch
 */
export function mailsTable(mails: readonly QueuedMail[], now: number): string {
  if (mails.length === 0) return 'No mail waits, and none was given up';
  const rows = mails.map((mail) => [
    mail.name,
    mail.place,
    mail.to,
    mail.kind,
    durationText(now - mail.date),
    String(mail.tries),
    nextTryText(mail, now),
    mail.answer?.replaceAll('\n', ' ') ?? '',
  ]);
  return tableOf(
    TITLES,
    rows.map((row) => row.map(oneLine)),
  );
}

function nextTryText({ place, nextTry }: QueuedMail, now: number): string {
  if (nextTry === null) return 'none';
  return place === 'sending' || nextTry <= now ? 'now' : `in ${durationText(nextTry - now)}`;
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
