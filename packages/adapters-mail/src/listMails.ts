import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifPresent, onDisk } from '@algotheque/domain/files';
import { type Reason, readReason, reasonFileOf } from './reason.ts';
import { type MailPlace, nameOf, type SpooledFile, spooledFiles } from './spooledFiles.ts';
import { parseName } from './spoolName.ts';
import { NotAMailError, readMailFile, readStoredMail } from './storedMail.ts';

/** A mail of a spool. Dates are milliseconds since the Unix epoch. */
export interface ListedMail {
  /** Its name without its tries; of a file that the spool did not make, the name of the file. */
  readonly name: string;
  readonly place: MailPlace;
  /** The address of the recipient; null if the file is no mail. */
  readonly to: string | null;
  readonly subject: string | null;
  /** Null for a name that the spool did not make. */
  readonly spooledAt: number | null;
  /** Tries so far. */
  readonly tries: number;
  /** When it is tried again; null for a mail that was given up. It may be in the past. */
  readonly nextTry: number | null;
  /** The last answer of the mail server, one or more lines; null before the first try. */
  readonly answer: string | null;
  /** Why the file is no mail; null for a mail. */
  readonly problem: string | null;
}

/**
 * The mails that wait, are being sent, or were given up, by place and then by date. A mail that is sent meanwhile, or gets its next
 * name, may be left out. Nothing is changed.
 * @throws UnavailableError when a folder or file cannot be read; an absent folder is empty
 */
export async function listMails(dir: string): Promise<ListedMail[]> {
  const files = new Map((await spooledFiles(dir)).map((file) => [nameOf(file), file])); // the later one says where it is
  const listed: ListedMail[] = [];
  for (const file of files.values()) {
    const mail = await onDisk(() => ifPresent(listedMail(file, dir)));
    if (mail !== null) listed.push(mail);
  }
  return listed.sort((one, other) => ORDER[one.place] - ORDER[other.place] || (one.name < other.name ? -1 : 1));
}

const ORDER: Readonly<Record<MailPlace, number>> = { waiting: 0, sending: 1, failed: 2 };

async function listedMail(spooled: SpooledFile, dir: string): Promise<ListedMail> {
  const { place, name, path } = spooled;
  const reason = await reasonOf(spooled, dir);
  return {
    name: nameOf(spooled),
    place,
    ...(await headerOf(path)),
    spooledAt: name?.spooledAt ?? null,
    tries: place === 'failed' ? (reason?.tries ?? 0) : (name?.tries ?? 0),
    nextTry: place === 'failed' ? null : (name?.dueAt ?? null),
    answer: reason?.answer ?? null,
  };
}

/** The reason of a mail that is being sent is that of its last try, among the waiting ones. */
async function reasonOf({ place, path, name, file }: SpooledFile, dir: string): Promise<Reason | null> {
  const folder = place === 'sending' ? dir : dirname(path);
  const text = await ifPresent(readFile(join(folder, reasonFileOf(name?.stem ?? file)), 'utf8'));
  return text === null ? null : readReason(text);
}

async function headerOf(path: string): Promise<Pick<ListedMail, 'to' | 'subject' | 'problem'>> {
  try {
    const { envelope, message } = readStoredMail(await readMailFile(path));
    return { to: envelope.to, subject: subjectOf(message), problem: null };
  } catch (error) {
    if (!(error instanceof NotAMailError)) throw error;
    return { to: null, subject: null, problem: error.message };
  }
}

/** Encoded words of RFC 2047 in UTF-8, as the spool writes them. */
const WORD = /=\?utf-8\?(?<form>[qb])\?(?<text>[^?\s]*)\?=/gi;

/** The subject of a message as people read it; null if it has none. */
export function subjectOf(message: Buffer): string | null {
  const end = message.indexOf('\r\n\r\n');
  const header = message.toString('latin1', 0, end === -1 ? message.length : end);
  const field = /^Subject:[ \t]*(?<value>.*(?:\r\n[ \t].*)*)$/im.exec(header)?.groups?.['value'];
  if (field === undefined) return null;
  const unfolded = field.replace(/\r\n/g, '').replace(/\?=[ \t]+=\?/g, '?==?'); // the space between two encoded words is no part of the text
  return unfolded.replace(WORD, (_, form: string, text: string) => decoded(form, text)).trim();
}

function decoded(form: string, text: string): string {
  if (form.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString();
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

export interface WaitingMails {
  /** How many are to be sent, those included that are being sent now. */
  readonly count: number;
  /** When the oldest of them was spooled, in milliseconds since the Unix epoch; null if there is none. */
  readonly oldest: number | null;
}

/**
 * The mails of a spool that have not been sent yet. Reads the names of the files only.
 * @throws the system's error when the folder cannot be read
 */
export async function waitingMails(dir: string): Promise<WaitingMails> {
  // In this order, because a mail that is claimed in between is then counted twice and not missed.
  const files = [...(await readdir(dir)), ...((await ifPresent(readdir(join(dir, 'sending')))) ?? [])];
  const mails = files.filter((file) => file.endsWith('.eml'));
  const dates = mails.map((file) => parseName(file)?.spooledAt).filter((date) => date !== undefined);
  const oldest = dates.reduce<number | null>((least, date) => (least === null || date < least ? date : least), null);
  return { count: mails.length, oldest };
}
