import { readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ifPresent, onDisk, syncFolder } from '@algotheque/domain/files';
import { moveKept } from './keptMove.ts';
import { waitMs } from './nextTry.ts';
import { reasonFileOf } from './reason.ts';
import { nameOf, type SpooledFile, spooledFiles } from './spooledFiles.ts';
import { fileNameOf, renewed } from './spoolName.ts';
import { readMailFile, readStoredMail } from './storedMail.ts';

// The changes can be made while a worker drains the spool. The process that removes the name of a mail from its folder has the mail: a
// worker that loses the name while it claims the mail does not send it. What is in `sending/` belongs to the worker.

/** The mail cannot be changed: it is absent, is being sent, or was moved meanwhile. The message says which. */
export class MailNotChangedError extends Error {
  override readonly name = 'MailNotChangedError';
}

const MOVED = 'The mail was moved or removed at this moment: look at the list again';

/**
 * Lets a mail be sent again. One that waits becomes due. One that was given up goes back among those that wait, under a name with the
 * current date: so it has as much time for its tries as a new mail.
 * @param name as `listMails` gives it
 * @param now milliseconds since the Unix epoch
 * @returns its name from now on
 * @throws MailNotChangedError; NotAMailError for a file that is no mail; UnavailableError when the disk refuses
 */
export async function retryMail(dir: string, name: string, now: number): Promise<string> {
  const files = await filesOf(dir, name);
  const mail = files.find(({ place }) => place === 'failed') ?? files[0];
  return onDisk(() =>
    mail.place === 'failed' ? bringBack(resolve(dir), mail, now) : makeDue(resolve(dir), mail, now),
  );
}

/**
 * Removes a mail that waits or was given up, and its reason.
 * @param name as `listMails` gives it
 * @throws MailNotChangedError; UnavailableError when the disk refuses
 */
export async function dropMail(dir: string, name: string): Promise<void> {
  const files = await filesOf(dir, name);
  await onDisk(async () => {
    for (const file of files) {
      await removeReason(file);
      await orMoved(unlink(file.path));
      await syncFolder(dirname(file.path));
    }
  });
}

/**
 * Removes all mails that were given up, and their reasons. Folders stay.
 * @returns how many mails were removed
 * @throws UnavailableError when the disk refuses
 */
export async function dropFailedMails(dir: string): Promise<number> {
  const failed = join(resolve(dir), 'failed');
  return onDisk(async () => {
    const entries = (await ifPresent(readdir(failed, { withFileTypes: true }))) ?? [];
    const mails = entries.filter((entry) => entry.name.endsWith('.eml') && !entry.isDirectory());
    for (const { name } of mails) {
      await rm(join(failed, name), { force: true });
      await rm(join(failed, reasonFileOf(name)), { force: true });
    }
    if (mails.length > 0) await syncFolder(failed);
    return mails.length;
  });
}

/** The files of one mail: several if a crash left two names. */
async function filesOf(dir: string, name: string): Promise<[SpooledFile, ...SpooledFile[]]> {
  const [first, ...others] = (await spooledFiles(dir)).filter((file) => nameOf(file) === name);
  if (first === undefined) throw new MailNotChangedError(`There is no mail of this name in ${resolve(dir)}`);
  if ([first, ...others].some(({ place }) => place === 'sending')) {
    throw new MailNotChangedError(
      'The mail is being sent. If its server was killed meanwhile, the next start puts it back among those that wait',
    );
  }
  return [first, ...others];
}

async function makeDue(dir: string, { path, file, name }: SpooledFile, now: number): Promise<string> {
  if (name === null) throw notNamed();
  if (waitMs({ file, name }, now) === 0) return name.stem;
  await orMoved(rename(path, join(dir, fileNameOf({ ...name, dueAt: now }))));
  await syncFolder(dir);
  return name.stem;
}

async function bringBack(dir: string, mail: SpooledFile, now: number): Promise<string> {
  if (mail.name === null) throw notNamed();
  readStoredMail(await orMoved(readMailFile(mail.path)));
  const name = renewed(mail.name, now);
  const path = join(dir, fileNameOf(name));
  if (!(await orMoved(moveKept(mail.path, path)))) {
    await rm(path, { force: true });
    throw new MailNotChangedError(MOVED);
  }
  await removeReason(mail);
  return name.stem;
}

const notNamed = (): MailNotChangedError =>
  new MailNotChangedError('The file has another name than the spool gives, so it is no mail that can be sent');

const removeReason = ({ path, file, name }: SpooledFile): Promise<void> =>
  rm(join(dirname(path), reasonFileOf(name?.stem ?? file)), { force: true });

async function orMoved<Result>(work: Promise<Result>): Promise<Result> {
  const done = await ifPresent(work.then((result) => ({ result })));
  if (done === null) throw new MailNotChangedError(MOVED);
  return done.result;
}
