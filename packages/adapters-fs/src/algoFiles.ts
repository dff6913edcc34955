import { type ContentFiles, type FileChange, UnavailableError } from '@algotheque/domain';
import { isSystemError, onDisk, syncFolder } from '@algotheque/domain/files';
import { ContentFolder, type FileStoreOptions } from './contentFolder.ts';
import { isContentOf, type Layout, newRef } from './layout.ts';
import { type OpenedFolder, openedFolder, requireSameFolder } from './openedFolder.ts';
import type { FileOutcome, FileWork } from './writeFiles.ts';
import { WriterThread } from './writerThread.ts';

const EMPTY = new Uint8Array();

/** One for all folders of a process: a thread takes some megabytes. */
const thread = new WriterThread();

/** `<id>.json` for a store that keeps content elsewhere until the files are durable. Temporary names are in `staging/`. */
export class AlgoFiles implements ContentFiles {
  readonly #layout: Layout;
  readonly #settings: Required<FileStoreOptions>;
  readonly #folder: ContentFolder;
  readonly #root: OpenedFolder;

  constructor(layout: Layout, settings: Required<FileStoreOptions>) {
    thread.requireProgram();
    this.#layout = layout;
    this.#settings = settings;
    this.#root = openedFolder(layout.root);
    this.#folder = new ContentFolder(layout, settings, () => syncFolder(layout.staging));
  }

  newRef(content: Uint8Array): string {
    this.#folder.requireSize(content);
    return newRef(content);
  }

  isContentOf(ref: string, content: Uint8Array): boolean {
    return isContentOf(ref, content);
  }

  async apply(changes: readonly FileChange[]): Promise<readonly (Error | null)[]> {
    const outcomes = await this.#write(changes);
    const ends = changes.map((change, at) => this.#endOf(change, outcomes[at] ?? null));
    return Promise.all(ends);
  }

  async #write(changes: readonly FileChange[]): Promise<readonly FileOutcome[]> {
    const { maxBytes } = this.#settings;
    const works = changes.map((change) => this.#workOf(change));
    try {
      return await thread.write({ root: this.#root, staging: this.#layout.staging, works, maxBytes });
    } catch (problem) {
      throw unavailable(problem);
    }
  }

  #workOf({ id, content }: FileChange): FileWork {
    const published = this.#layout.published(id);
    if (content === null) return { published, staged: null, bytes: EMPTY, isNew: false };
    const { ref, bytes, isNew } = content;
    return { published, staged: this.#layout.staged(ref), bytes, isNew };
  }

  /** What is in the place of the file, and is no content, is moved aside first. */
  async #endOf(change: FileChange, outcome: FileOutcome): Promise<Error | null> {
    if (outcome !== 'foreign') return outcome === null ? null : unavailable(outcome);
    try {
      const published = this.#layout.published(change.id);
      await onDisk(() => this.#folder.foreign.clear(published));
      const [again = null] = await this.#write([change]);
      if (again === 'foreign') throw new UnavailableError({ reason: `${published} is no content again` });
      return again === null ? null : unavailable(again);
    } catch (problem) {
      return unavailable(problem);
    }
  }

  read(id: number, ref: string): Promise<Uint8Array | null> {
    return this.#folder.read({ id, ref, paths: () => [this.#layout.published(id)] });
  }

  locate(id: number): string {
    return this.#layout.published(id);
  }

  async health(): Promise<void> {
    try {
      requireSameFolder(this.#root);
    } catch (problem) {
      throw unavailable(problem);
    }
    await this.#folder.health();
  }
}

/** What a thread or the system has refused. */
function unavailable(problem: unknown): Error {
  if (problem instanceof UnavailableError) return problem;
  return isSystemError(problem)
    ? new UnavailableError({ cause: problem })
    : new UnavailableError({ cause: problem, reason: problem instanceof Error ? problem.message : String(problem) });
}
