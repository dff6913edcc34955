import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '@algotheque/domain/files';
import { StartError } from '../startError.ts';
import { BEGIN_ANEW } from './side.ts';

const MARK = 'import';

/** The names that a folder of content has before it has content. */
const NOT_CONTENT = new Set(['lock.db', 'lock.db-journal', 'lock.pid', 'lost+found', 'owner-id', 'staging']);

/**
 * The folder for the content of a migration. The mark of the records does not cover it: another server's algorithms
 * have the same ids and would be overwritten.
 */
export class ImportFolder {
  readonly #dir: string;
  readonly #source: string;

  constructor(dir: string, source: string) {
    this.#dir = dir;
    this.#source = source;
  }

  /** @throws StartError when it holds anything, unless it is marked with this same migration */
  async check(): Promise<void> {
    const source = await ifPresent(readFile(join(this.#dir, MARK), 'utf8'));
    if (source === this.#source) return;
    if (source !== null) {
      throw new StartError(`The folder ${this.#dir} holds a part of another migration, from ${source}. ${BEGIN_ANEW}`);
    }
    const names = (await ifPresent(readdir(this.#dir))) ?? [];
    const staged = (await ifPresent(readdir(join(this.#dir, 'staging')))) ?? [];
    if (staged.length > 0 || names.some((name) => !NOT_CONTENT.has(name))) {
      throw new StartError(`The folder ${this.#dir} is not empty`);
    }
  }

  /** Durable enough: without the mark a folder with content is refused. */
  async mark(): Promise<void> {
    await writeFile(join(this.#dir, MARK), this.#source, { mode: 0o600, flush: true });
  }

  async unmark(): Promise<void> {
    await rm(join(this.#dir, MARK), { force: true });
  }
}
