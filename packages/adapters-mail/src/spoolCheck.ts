import { ifPresent, onDisk } from '@algotheque/domain/files';
import { spooledFiles } from './spooledFiles.ts';
import { NotAMailError, readMailFile, readStoredMail } from './storedMail.ts';

/** A file among the mails of a spool, and why it is no mail that the spool wrote; null for a mail. */
export interface CheckedMail {
  readonly path: string;
  readonly problem: string | null;
}

/**
 * Reads every mail that waits in a spool, or lies in an outbox. What was put aside in `failed/` is known, and not read. In an outbox
 * files with other names may belong to somebody else, and the mails of older releases are as good as others. Nothing is changed; a mail that is sent meanwhile is left out.
 * @throws UnavailableError when the folder cannot be read
 */
export async function* checkMails(dir: string, isOutbox: boolean): AsyncGenerator<CheckedMail> {
  for (const { place, path, name } of await spooledFiles(dir)) {
    if (place === 'failed' || (isOutbox && name === null)) continue;
    const problem = await onDisk(() => ifPresent(problemOf(path, isOutbox)));
    if (problem !== null) yield { path, problem: problem === '' ? null : problem };
  }
}

/** Why the file is no mail; empty for a mail. */
async function problemOf(path: string, isOutbox: boolean): Promise<string> {
  try {
    const stored = await readMailFile(path);
    if (isOlderMail(stored)) return isOutbox ? '' : 'An older release wrote it, without an envelope';
    readStoredMail(stored);
    return '';
  } catch (error) {
    if (error instanceof NotAMailError) return error.message;
    throw error;
  }
}

/** Where these fields are looked for: they are the first two. */
const SEARCHED_BYTES = 2_048;
const OLDER = /^To: [^\r\n]+\r\nAuto-Submitted: auto-generated\r\n/;

/** Whether the first release wrote the file, whole: it had no envelope, began with these two fields, and ended the last part. */
const isOlderMail = (stored: Buffer): boolean =>
  OLDER.test(stored.toString('latin1', 0, SEARCHED_BYTES)) && stored.subarray(-4).equals(Buffer.from('--\r\n'));
