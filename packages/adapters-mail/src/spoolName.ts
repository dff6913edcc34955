import { randomBytes } from 'node:crypto';

/**
 * What the name of a spooled file states. It is all that is kept about the delivery of a mail, so one rename
 * changes it durably: `20261121T122845123Z-9f86d081884c7d65.eml`, and after two failed tries
 * `20261121T122845123Z-9f86d081884c7d65.try2-20261121T123051877Z.eml`; `-slow` follows if the mail server once fell
 * silent during this mail. Names sort by the time of spooling.
 */
export interface SpoolName {
  /** The time of spooling and a random part; stays the same. */
  readonly stem: string;
  /** Milliseconds since the Unix epoch. */
  readonly spooledAt: number;
  /** Failed tries so far. */
  readonly tries: number;
  /** The next try, milliseconds since the Unix epoch. */
  readonly dueAt: number;
  /** Whether the mail server was silent once during this mail. */
  readonly isSlow: boolean;
}

const TIME = String.raw`\d{8}T\d{9}Z`;
const NAME = new RegExp(
  `^(?<stem>(?<spooled>${TIME})-[0-9a-f]{16})(?:[.]try(?<tries>[1-9]\\d{0,5})-(?<due>${TIME})(?<slow>-slow)?)?[.]eml$`,
);

/** @param now milliseconds since the Unix epoch */
export function newName(now: number): SpoolName {
  return {
    stem: `${stamp(now)}-${randomBytes(8).toString('hex')}`,
    spooledAt: now,
    tries: 0,
    dueAt: now,
    isSlow: false,
  };
}

/** The name of a mail that is spooled again. Its random part stays. @param now milliseconds since the Unix epoch */
export function renewed({ stem }: SpoolName, now: number): SpoolName {
  const random = stem.slice(stem.lastIndexOf('-'));
  return { stem: `${stamp(now)}${random}`, spooledAt: now, tries: 0, dueAt: now, isSlow: false };
}

export function fileNameOf({ stem, tries, dueAt, isSlow }: SpoolName): string {
  return tries === 0 ? `${stem}.eml` : `${stem}.try${tries}-${stamp(dueAt)}${isSlow ? '-slow' : ''}.eml`;
}

/** Null for a name that the spool did not make. */
export function parseName(fileName: string): SpoolName | null {
  const { stem = '', spooled = '', tries = '0', due = spooled, slow } = NAME.exec(fileName)?.groups ?? {};
  const spooledAt = timeOf(spooled);
  const dueAt = timeOf(due);
  if (Number.isNaN(spooledAt) || Number.isNaN(dueAt)) return null;
  return { stem, spooledAt, tries: Number(tries), dueAt, isSlow: slow !== undefined };
}

function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:.]/g, '');
}

function timeOf(stamped: string): number {
  return Date.parse(stamped.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}
