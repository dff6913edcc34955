import { constants } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OnNotice } from '@algotheque/domain';
import { isSystemError, makeFolder, syncFolder, writeFileDurably } from '@algotheque/domain/files';
import { moveKept, moveKeptOver } from './keptMove.ts';
import { ownFolder } from './ownFolder.ts';
import { fileNameOf, parseName, type SpoolName } from './spoolName.ts';
import { NotAMailError } from './storedMail.ts';

/** Many times the size of any mail of the spool. */
const MAX_MAIL_BYTES = 1_048_576;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file among the mails; `name` is null if the spool did not make its name. */
export interface Queued {
  readonly file: string;
  readonly name: SpoolName | null;
}

/**
 * The mails of a spool, for the one worker that drains it: `sending/` has the claimed ones, `failed/` those that it
 * gave up. A mail gets its next name before it loses the last one, so a crash may leave it in two places, and never in none.
 */
export class SpoolQueue {
  readonly #dir: string;
  readonly #sending: string;
  readonly #failed: string;

  readonly #onNotice: OnNotice;
  #isOwned = false;

  constructor(dir: string, onNotice: OnNotice) {
    this.#onNotice = onNotice;
    this.#dir = resolve(dir);
    this.#sending = join(this.#dir, 'sending');
    this.#failed = join(this.#dir, 'failed');
  }

  /**
   * Makes the folders, or restricts existing ones to this user, and puts back what a process claimed that has
   * ended. Only while nothing is claimed.
   * @throws UnavailableError when a folder is a symbolic link, or cannot be closed to others
   */
  async prepare(): Promise<void> {
    for (const path of [this.#dir, this.#sending, this.#failed]) {
      if (this.#isOwned) makeFolder(path);
      else await ownFolder(path, this.#onNotice);
    }
    this.#isOwned = true;
    for (const file of await readdir(this.#sending))
      await moveKeptOver(join(this.#sending, file), join(this.#dir, file));
  }

  /** All waiting files; the one that waits longest first. */
  async list(): Promise<Queued[]> {
    const files = (await readdir(this.#dir)).filter((file) => file.endsWith('.eml'));
    return files.sort().map((file) => ({ file, name: parseName(file) }));
  }

  /** False when the file does not exist any more, or is claimed already. */
  async claim(file: string): Promise<boolean> {
    try {
      await moveKept(join(this.#dir, file), join(this.#sending, file));
      return true;
    } catch (error) {
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) return false;
      throw error;
    }
  }

  /** @throws NotAMailError when it is no file with a mail's size */
  async read(file: string): Promise<Buffer> {
    const handle = await open(join(this.#sending, file), READ).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotAMailError('It is not a file') : error;
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new NotAMailError('It is not a file');
      if (stats.size > MAX_MAIL_BYTES) throw new NotAMailError('It is larger than any mail of the spool');
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** Removes a claimed mail that was sent. */
  async remove(file: string): Promise<void> {
    await rm(join(this.#sending, file));
    await syncFolder(this.#sending); // If the removal were lost, the mail would be sent again.
  }

  /** Puts a claimed mail back for a later try. */
  async putBack(file: string, name: SpoolName): Promise<void> {
    await moveKeptOver(join(this.#sending, file), join(this.#dir, fileNameOf(name)));
  }

  /** Moves a claimed mail to the failed ones, under its first name, with the reason beside it. */
  async putAside({ file, name }: Queued, reason: string): Promise<void> {
    const kept = name === null ? file : `${name.stem}.eml`;
    const reasonFile = join(this.#failed, `${kept.slice(0, -'.eml'.length)}.reason`);
    await rm(reasonFile, { force: true });
    await writeFileDurably(reasonFile, reason);
    await moveKeptOver(join(this.#sending, file), join(this.#failed, kept));
  }
}
