import { lstatSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';

/**
 * A folder as it was opened. While a disk is not mounted, another folder is at its path, and what is written there is
 * gone when the disk is back.
 */
export class OpenedFolder {
  readonly #path: string;
  readonly #device: number;
  readonly #inode: number;

  constructor(path: string) {
    this.#path = path;
    const { dev, ino } = lstatSync(path);
    this.#device = dev;
    this.#inode = ino;
  }

  /** It blocks, but only for a name that the system has in memory. @throws UnavailableError when another folder is at the path; a system error when none is */
  requireSame(): void {
    const { dev, ino } = lstatSync(this.#path);
    if (dev === this.#device && ino === this.#inode) return;
    throw new UnavailableError({
      reason: `${this.#path} is not the folder that was opened: its disk is not mounted, or it was replaced`,
    });
  }
}
