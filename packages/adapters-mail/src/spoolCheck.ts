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
 * files with other names may belong to somebody else. Nothing is changed; a mail that is sent meanwhile is left out.
 * @throws UnavailableError when the folder cannot be read
 */
export async function* checkMails(dir: string, isOutbox: boolean): AsyncGenerator<CheckedMail> {
  for (const { place, path, name } of await spooledFiles(dir)) {
    if (place === 'failed' || (isOutbox && name === null)) continue;
    const problem = await onDisk(() => ifPresent(problemOf(path)));
    if (problem !== null) yield { path, problem: problem === '' ? null : problem };
  }
}

/** Why the file is no mail; empty for a mail. */
async function problemOf(path: string): Promise<string> {
  try {
    readStoredMail(await readMailFile(path));
    return '';
  } catch (error) {
    if (error instanceof NotAMailError) return error.message;
    throw error;
  }
}
