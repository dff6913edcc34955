import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '@algotheque/domain/files';
import { parseName } from './spoolName.ts';

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
