import { randomBytes } from 'node:crypto';
import { lstat, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OnProblem } from '@algotheque/domain';
import { ifPresent, syncFolder } from '@algotheque/domain/files';
import { foreignKind } from './foreignKind.ts';
import { makeLostAndFound } from './lostAndFound.ts';
import { readVerified } from './verifiedRead.ts';

export interface ForeignFilesOptions {
  /** A larger file is none of ours. */
  readonly maxBytes: number;
  readonly onProblem: OnProblem;
}

/**
 * Works on files in whose place somebody may have put what can be no content: a folder, a link, a device, a file that is
 * too large. That is never opened for its content, followed or removed, but for a link or its like that is deleted; it
 * is moved to `lost+found/` where it is in the way, and always told of by its path.
 */
export class ForeignFiles {
  readonly #root: string;
  readonly #maxBytes: number;
  readonly #onProblem: OnProblem;

  constructor(root: string, { maxBytes, onProblem }: ForeignFilesOptions) {
    this.#root = root;
    this.#maxBytes = maxBytes;
    this.#onProblem = onProblem;
  }

  /** The content with this digest (SHA-256, hex) from the first of the files that holds it; null when none does. */
  async read(paths: readonly string[], digest: string): Promise<Uint8Array | null> {
    const foreign = new Map<string, string>(); // a path may be asked for twice
    try {
      for (const path of paths) {
        const onForeign = (what: string): void => void foreign.set(path, what);
        const content = await readVerified(path, { digest, maxBytes: this.#maxBytes, onForeign });
        if (content !== null) return content;
      }
      return null;
    } finally {
      for (const [path, what] of foreign) this.#tell(`${path} is ${what}, and no content of an algorithm`);
    }
  }

  /** Moves aside what lies at the path, unless it may be a content. */
  async clear(path: string): Promise<void> {
    const stat = await ifPresent(lstat(path));
    const what = stat === null ? null : foreignKind(stat, this.#maxBytes);
    if (what !== null) await this.#setAside(path, what);
  }

  /** Removes a file or a link; moves aside a folder. */
  async unlink(path: string): Promise<void> {
    try {
      await unlink(path);
    } catch (error) {
      if ((await ifPresent(lstat(path)))?.isDirectory() !== true) throw error;
      await this.#setAside(path, 'a folder');
    }
  }

  async #setAside(path: string, what: string): Promise<void> {
    const folder = await makeLostAndFound(this.#root);
    const kept = join(folder, `${basename(path)}-${randomBytes(8).toString('hex')}`); // a name that nothing has
    await rename(path, kept);
    await syncFolder(folder);
    await syncFolder(this.#root);
    this.#tell(`${path} is ${what}, and no content of an algorithm: it was moved to ${kept}`);
  }

  #tell(problem: string): void {
    this.#onProblem(new Error(problem), 'algorithm files');
  }
}
