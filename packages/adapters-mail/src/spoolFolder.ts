import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OnNotice } from '@algotheque/domain';
import { checkOpenFolder, ifPresent, moveDurably, writeFileDurably } from '@algotheque/domain/files';
import { ownFolder } from './ownFolder.ts';
import { fileNameOf, newName } from './spoolName.ts';

/** Longer than any write takes: older files in `tmp/` were left by a crash. */
const LEFTOVER_AGE_MS = 600_000;
const DECOY = 'decoy';

/**
 * The folder that mails are spooled into. A mail is written in `tmp/` and moved among the mails by a rename,
 * complete and durable, or not at all.
 */
export class SpoolFolder {
  readonly dir: string;
  readonly #tmp: string;

  constructor(dir: string) {
    this.dir = resolve(dir);
    this.#tmp = join(this.dir, 'tmp');
  }

  /**
   * Makes the folders, or restricts existing ones to this user, and removes incomplete mails that a crash left.
   * @throws UnavailableError when a folder is a symbolic link, or cannot be closed to others
   */
  async prepare(onNotice: OnNotice): Promise<void> {
    for (const path of [this.dir, this.#tmp]) await ownFolder(path, onNotice);
    for (const name of await readdir(this.#tmp)) {
      const path = join(this.#tmp, name);
      const age = Date.now() - ((await ifPresent(lstat(path)))?.mtimeMs ?? Number.POSITIVE_INFINITY);
      if (age > LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** @param now milliseconds since the Unix epoch @returns the path of the mail, which is durable by now */
  async add(mail: Uint8Array, now: number): Promise<string> {
    const path = join(this.dir, fileNameOf(newName(now)));
    await this.#place(mail, path);
    return path;
  }

  /**
   * The work of `add` except its last step, for a mail without a recipient: it replaces the decoy before it, in a
   * hidden place.
   */
  addDecoy(mail: Uint8Array): Promise<void> {
    return this.#place(mail, join(this.#tmp, DECOY));
  }

  /** Checks that the folders are no links and are open to their owner. */
  async check(): Promise<void> {
    await Promise.all([checkOpenFolder(this.dir), checkOpenFolder(this.#tmp)]);
  }

  /** Writes and removes a small file, durably, which shows a full or read-only disk. */
  async probe(): Promise<void> {
    const path = this.#newTmp();
    try {
      await writeFileDurably(path, 'probe');
    } finally {
      await rm(path, { force: true });
    }
  }

  async #place(mail: Uint8Array, path: string): Promise<void> {
    const tmp = this.#newTmp();
    try {
      await writeFileDurably(tmp, mail);
      await moveDurably(tmp, path);
    } catch (error) {
      // Best effort on a failing disk: the caller gets the first error, and `prepare` removes what this one leaves.
      await Promise.allSettled([rm(tmp, { force: true }), rm(path, { force: true })]);
      throw error;
    }
  }

  #newTmp(): string {
    return join(this.#tmp, randomBytes(16).toString('hex'));
  }
}
