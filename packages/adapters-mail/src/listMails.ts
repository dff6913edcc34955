import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifPresent, onDisk } from '@algotheque/domain/files';
import { readMailFile } from './readMailFile.ts';
import { type Reason, readReason, reasonFileOf } from './reason.ts';
import { type MailPlace, nameOf, type SpooledFile, spooledFiles } from './spooledFiles.ts';
import { NotAMailError, readStoredMail } from './storedMail.ts';
import { subjectOf } from './subject.ts';

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
