import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskRoom, type OnProblem, SharedTry } from '@algotheque/domain';
import { checkFolder, checkOpenFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import type { SyncNames } from './durableWrite.ts';
import { ForeignFiles } from './foreignFiles.ts';
import { inReserve, writeProbe } from './fullDisk.ts';
import { digestFor, type Layout } from './layout.ts';

export interface FileStoreOptions {
  /** The clock for the age of unfinished work, milliseconds since the Unix epoch. Default: the machine's. */
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

/** The largest content, unless told. */
export const MAX_BYTES = 16 * 1_024 * 1_024;

/** A content to read. */
interface Wanted {
  readonly id: number;
  readonly ref: string;
  /** The files that may have it. Not called for a reference that no content can have. */
  readonly paths: () => readonly string[];
}

/** The folder of content: its checks, its reads and its removals, as both kinds of stores on it need them. */
export class ContentFolder {
  readonly layout: Layout;
  readonly foreign: ForeignFiles;
  readonly #maxBytes: number;
  readonly #room: DiskRoom;
  readonly #syncStaging: SyncNames;
  readonly #writes: SharedTry;

  constructor(layout: Layout, { now, maxBytes, onProblem, room }: Required<FileStoreOptions>, syncStaging: SyncNames) {
    this.layout = layout;
    this.foreign = new ForeignFiles(layout.root, { maxBytes, onProblem });
    this.#maxBytes = maxBytes;
    this.#room = room;
    this.#syncStaging = syncStaging;
    this.#writes = new SharedTry(() => this.#tryWrite(), now);
  }

  /** @throws RangeError when the content is too large */
  requireSize({ length }: Uint8Array): void {
    if (length <= this.#maxBytes) return;
    throw new RangeError(`Content of ${length} bytes: the file store takes up to ${this.#maxBytes}`);
  }

  /**
   * The content of the reference from the first of the files that has it; null if none has it.
   * @throws DamagedError when no content can have this reference
   */
  async read({ id, ref, paths }: Wanted): Promise<Uint8Array | null> {
    const digest = digestFor(id, ref);
    const content = await onDisk(() => this.foreign.read(paths(), digest));
    if (content === null) await this.checkMedium();
    return content;
  }

  /** Distinguishes an absent file from an absent disk. @throws UnavailableError */
  async checkMedium(): Promise<void> {
    await onDisk(() => checkFolder(this.layout.staging));
  }

  isThere(path: string): Promise<boolean> {
    return onDisk(async () => (await ifPresent(lstat(path))) !== null);
  }

  async remove(path: string): Promise<void> {
    const isRemoved = await onDisk(() => ifPresent(this.foreign.unlink(path).then(() => true)));
    if (isRemoved === null) await this.checkMedium();
  }

  async health(): Promise<void> {
    await onDisk(() => Promise.all([checkOpenFolder(this.layout.root), checkOpenFolder(this.layout.staging)]));
    this.#room.claim('growth')();
    await this.#writes.outcome();
  }

  async #tryWrite(): Promise<void> {
    const probe = join(this.layout.staging, 'probe');
    await inReserve(this.#room, () => onDisk(() => writeProbe(probe, this.#syncStaging)));
  }
}
