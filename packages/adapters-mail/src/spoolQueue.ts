import { constants } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OnNotice } from '@algotheque/domain';
import { isSystemError, makeFolder, syncFolder, writeFileDurably } from '@algotheque/domain/files';
import { moveKept, moveKeptOver } from './keptMove.ts';
import { ownFolder } from './ownFolder.ts';
import { reasonFileOf } from './reason.ts';
import { fileNameOf, parseName, type SpoolName } from './spoolName.ts';
import { readMailFile } from './storedMail.ts';

const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

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

  /** False when the file does not exist any more, is claimed already, or loses its name to somebody else meanwhile. */
  async claim(file: string): Promise<boolean> {
    const claimed = join(this.#sending, file);
    try {
      if (await moveKept(join(this.#dir, file), claimed)) return true;
      await rm(claimed, { force: true });
      await syncFolder(this.#sending); // if the removal were lost, a mail that was dropped would be sent
      return false;
    } catch (error) {
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) return false;
      throw error;
    }
  }

  /** @throws NotAMailError when it is no file with a mail's size */
  read(file: string): Promise<Buffer> {
    return readMailFile(join(this.#sending, file));
  }

  /** Removes a claimed mail that was sent. */
  async remove({ file, name }: Queued): Promise<void> {
    await this.#removeReason(name); // first, so that a crash leaves no text about a mail that was sent
    await rm(join(this.#sending, file));
    await syncFolder(this.#sending); // If the removal were lost, the mail would be sent again.
  }

  /** Keeps what the server answered to a claimed mail, for people: it is not made durable. */
  async keepReason({ stem }: SpoolName, reason: string): Promise<void> {
    await writeFile(join(this.#dir, reasonFileOf(stem)), reason, { flag: OVERWRITE, mode: 0o600 });
  }

  /** Puts a claimed mail back for a later try. */
  async putBack(file: string, name: SpoolName): Promise<void> {
    await moveKeptOver(join(this.#sending, file), join(this.#dir, fileNameOf(name)));
  }

  /** Moves a claimed mail to the failed ones, under its first name, with the reason beside it. */
  async putAside({ file, name }: Queued, reason: string): Promise<void> {
    const kept = name === null ? file : `${name.stem}.eml`;
    const reasonFile = join(this.#failed, reasonFileOf(kept));
    await rm(reasonFile, { force: true });
    await writeFileDurably(reasonFile, reason);
    await this.#removeReason(name);
    await moveKeptOver(join(this.#sending, file), join(this.#failed, kept));
  }

  async #removeReason(name: SpoolName | null): Promise<void> {
    if (name !== null) await rm(join(this.#dir, reasonFileOf(name.stem)), { force: true });
  }
}
