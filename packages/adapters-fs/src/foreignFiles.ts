import { lstat } from 'node:fs/promises';
import type { OnProblem } from '@algotheque/domain';
import { ifPresent } from '@algotheque/domain/files';
import { foreignKind } from './foreignKind.ts';
import { moveAside } from './lostAndFound.ts';
import { readVerified } from './verifiedRead.ts';

export interface ForeignFilesOptions {
  /** A larger file is not ours. */
  readonly maxBytes: number;
  readonly onProblem: OnProblem;
}

/**
 * Works on files that somebody may have replaced by something that is no content: a folder, a link, a device, a
 * file that is too large. Such a thing is never opened for its content and never followed. It is moved to
 * `lost+found/` if it is in the way, except that a link or its like is removed when it is deleted. Its path is
 * always reported.
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

  /** The content with this digest (SHA-256, hex) from the first of the files that has it; null if none has it. */
  async read(paths: readonly string[], digest: string): Promise<Uint8Array | null> {
    const foreign = new Map<string, string>(); // a path may be given twice
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

  /** Moves aside what is at the path, unless it may be content. */
  async clear(path: string): Promise<void> {
    const stat = await ifPresent(lstat(path));
    const what = stat === null ? null : foreignKind(stat, this.#maxBytes);
    if (what !== null) await this.setAside(path, `${what}, and no content of an algorithm`);
  }

  /** Moves aside what is at the path. @param what to complete "it is" */
  async setAside(path: string, what: string): Promise<void> {
    const kept = await moveAside(this.#root, path);
    this.#tell(`${path} is ${what}: it was moved to ${kept}`);
  }

  #tell(problem: string): void {
    this.#onProblem(new Error(problem), 'algorithm files');
  }
}
