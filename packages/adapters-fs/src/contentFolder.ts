import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskRoom, isError, type OnProblem, SharedTry, UnavailableError } from '@algotheque/domain';
import { checkFolder, checkOpenFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import { FolderWriter } from './folderWriter.ts';
import { readFirst } from './foreignFiles.ts';
import { digestFor, type Layout } from './layout.ts';
import { moveAside } from './lostAndFound.ts';

export interface FileStoreOptions {
  /** The clock for the age of unfinished work, in milliseconds. Default: that of the process, which nobody sets (`performance.now`). */
  readonly now?: () => number;
  /**
   * The largest content, in bytes; what is larger is refused, and a larger file is never read. Default: 16 MiB, as much
   * as the largest request body that a server can be set to.
   */
  readonly maxBytes?: number;
  /** Gets a report of each thing that is in the place of content and is no content. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Watches over the space of the disk. Default: every write is tried. */
  readonly room?: DiskRoom;
}

export const MAX_BYTES = 16 * 1_024 * 1_024;

const OTHER = 'another content than the record names';

/** The files of a folder of content, by their paths. */
export class ContentFolder {
  readonly #layout: Layout;
  readonly #options: Required<FileStoreOptions>;
  readonly #writer: FolderWriter;
  readonly #writes: SharedTry;

  constructor(layout: Layout, options: Required<FileStoreOptions>) {
    this.#layout = layout;
    this.#options = options;
    this.#writer = new FolderWriter(layout);
    this.#writes = new SharedTry(() => this.#tryWrite(), options.now);
  }

  /**
   * The content of the reference from the first of the files that has it; null if none has it.
   * @param paths default: all places where it may be
   * @throws DamagedError when no content can have this reference
   */
  async read(id: number, ref: string, paths?: readonly string[]): Promise<Uint8Array | null> {
    const digest = digestFor(id, ref); // before the reference is a part of a path
    const content = await onDisk(() => readFirst(paths ?? this.#layout.placesOf(id, ref), digest, this.#options));
    if (content === null) await this.#checkMedium();
    return content;
  }

  /** Distinguishes an absent file from an absent disk. @throws UnavailableError */
  async #checkMedium(): Promise<void> {
    await onDisk(() => checkFolder(this.#layout.staging));
  }

  isThere(path: string): Promise<boolean> {
    return onDisk(async () => (await ifPresent(lstat(path))) !== null);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const outcome = await this.#writer.run({ kind: 'write', path, bytes });
    if (outcome !== 'done') throw new UnavailableError({ reason: `${path} cannot be written: ${outcome}` });
  }

  /** Gives a file a second name. False when it is absent, or can be no content, and nothing has that name. */
  async link(from: string, to: string): Promise<boolean> {
    const { maxBytes } = this.#options;
    return (await this.#writer.run({ kind: 'link', from, to, maxBytes })) !== 'absent' || this.isThere(to);
  }

  async move(from: string, to: string): Promise<void> {
    const outcome = await this.#writer.run({ kind: 'move', from, to, replaces: true });
    if (outcome === 'absent') await this.#checkMedium();
  }

  /**
   * Renames the file of a content to a name that nothing should have. Where something has it, what is not the content is moved aside; if
   * both are, one goes, and if none is, both stay.
   */
  async place(content: { readonly id: number; readonly ref: string }, from: string, to: string): Promise<void> {
    const outcome = await this.#writer.run({ kind: 'move', from, to, replaces: false });
    if (outcome === 'absent') await this.#checkMedium();
    if (outcome !== 'exists') return;
    const has = async (path: string) => (await this.read(content.id, content.ref, [path])) !== null;
    const isFrom = await has(from);
    if (await has(to)) {
      await (isFrom ? this.remove(from) : this.#setAside(from, OTHER));
    } else if (isFrom) {
      await this.#setAside(to, OTHER);
      await this.move(from, to);
    } // else who reads the algorithm notices the damage
  }

  /** @param what to complete "it is" */
  async #setAside(path: string, what: string): Promise<void> {
    const kept = await onDisk(() => moveAside(this.#layout.root, path));
    this.#options.onProblem(new Error(`${path} is ${what}: it was moved to ${kept}`), 'algorithm files');
  }

  /** Removes a file or a link, if it is there. A folder is moved aside: it would be in the way of every round. */
  async remove(path: string): Promise<void> {
    const outcome = await this.#writer.run({ kind: 'remove', path }).catch(async (problem: unknown) => {
      if ((await onDisk(() => ifPresent(lstat(path))))?.isDirectory() !== true) throw problem;
      await this.#setAside(path, 'a folder, and no content of an algorithm');
    });
    if (outcome === 'absent') await this.#checkMedium();
  }

  async health(): Promise<void> {
    await onDisk(() => Promise.all([checkOpenFolder(this.#layout.root), checkOpenFolder(this.#layout.staging)]));
    this.#options.room.requireRoom('growth');
    await this.#writes.outcome();
  }

  async #tryWrite(): Promise<void> {
    const path = join(this.#layout.staging, 'probe');
    const work = () => this.write(path, PROBE);
    await work().catch((problem: unknown) => {
      if (!isDiskFull(problem) || !this.#options.room.release()) throw problem;
      return work();
    });
    await this.remove(path);
  }
}

/**
 * The block size of most filesystems: an empty file may fit where no content does. Random, so that it cannot be
 * compressed.
 */
const PROBE = randomBytes(4_096);

function isDiskFull(problem: unknown): boolean {
  const cause = problem instanceof UnavailableError ? problem.cause : null;
  return isError(cause) && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}
