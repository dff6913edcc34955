import { opendir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifPresent, onDisk } from '@algotheque/domain/files';
import { readMailFile } from './readMailFile.ts';
import { parseName } from './spoolName.ts';
import { NotAMailError, readStoredMail } from './storedMail.ts';

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
  const root = resolve(dir);
  for (const folder of [root, join(root, 'sending')]) {
    const entries = await onDisk(() => ifPresent(opendir(folder)));
    if (entries === null) continue;
    for await (const { name } of entries) {
      if (!name.endsWith('.eml') || (isOutbox && parseName(name) === null)) continue;
      const path = join(folder, name);
      const problem = await onDisk(() => ifPresent(problemOf(path)));
      if (problem !== null) yield { path, problem: problem === '' ? null : problem };
    }
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
