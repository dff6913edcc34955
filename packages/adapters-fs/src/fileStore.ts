import { readdir, realpath, rename, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type AlgoFileStore,
  type AnnouncedChange,
  type DiskRoom,
  NO_DISK_ROOM,
  type OnProblem,
  PENDING_AGE_MS,
  type PendingWork,
  printProblem,
  SharedTry,
} from '@algotheque/domain';
import { createDurably, touchDurably } from './durableWrite.ts';
import { checkFolder, checkOpenFolder, makeFolder, syncFolder } from './folders.ts';
import { ForeignFiles } from './foreignFiles.ts';
import { digestOf, Layout, markerName, newRef, workOf } from './layout.ts';
import { NameSyncs } from './nameSyncs.ts';
import { ifPresent, isFull, onDisk } from './systemErrors.ts';
import { writeProbe } from './writeProbe.ts';

export interface FileStoreOptions {
  /** The clock by which work in flight ages, milliseconds since the Unix epoch. Default: the machine's. */
  readonly now?: () => number;
  /**
   * The largest content, in bytes; what is larger is refused, and a larger file is never read. Default: 16 MiB, as much
   * as the largest request body that a server can be set to.
   */
  readonly maxBytes?: number;
  /** Told of what lies where content should be and is none. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Watches over the space of the disk. Default: every write is left to the disk. */
  readonly room?: DiskRoom;
}

const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Opens the algorithm files below `dir`, which one process at a time may do (see `lockDataFolder`); makes the folders
 * where they are absent. There is nothing to close.
 * @throws UnavailableError when the folder cannot be made or is none; its cause says why
 */
export async function openFileStore(dir: string, options: FileStoreOptions = {}): Promise<AlgoFileStore> {
  return onDisk(async () => {
    makeFolder(resolve(dir));
    // The root may be reached by a symbolic link; below it none is followed.
    const layout = new Layout(await realpath(dir));
    makeFolder(layout.staging);
    await checkFolder(layout.staging);
    await syncFolder(layout.root); // what an earlier process moved there may not be durable yet
    return new FileStore(layout, options);
  });
}

/** Published content is `<id>.json`; content in flight lies in `staging/` under its reference, in the same filesystem. */
class FileStore implements AlgoFileStore {
  readonly #layout: Layout;
  readonly #names: NameSyncs;
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #foreign: ForeignFiles;
  readonly #room: DiskRoom;
  readonly #writes: SharedTry;
  /** When this process made which name in `staging`: all others there are a dead process's. */
  readonly #own = new Map<string, number>();

  constructor(layout: Layout, options: FileStoreOptions) {
    const { now = Date.now, maxBytes = MAX_BYTES, onProblem = printProblem, room = NO_DISK_ROOM } = options;
    this.#room = room;
    this.#writes = new SharedTry(() => this.#tryWrite(), now);
    this.#layout = layout;
    this.#names = new NameSyncs(layout);
    this.#now = now;
    this.#maxBytes = maxBytes;
    this.#foreign = new ForeignFiles(layout.root, { maxBytes, onProblem });
  }

  async stage(content: Uint8Array): Promise<string> {
    if (content.length > this.#maxBytes) {
      throw new RangeError(`Content of ${content.length} bytes: the file store takes up to ${this.#maxBytes}`);
    }
    const settle = this.#room.claim('growth', content.length);
    try {
      return await this.#stage(content);
    } finally {
      settle();
    }
  }

  async #stage(content: Uint8Array): Promise<string> {
    const ref = newRef(content);
    const path = this.#layout.staged(ref);
    await this.#make(ref, () => createDurably(path, content, this.#syncStaging)).catch(async (problem: unknown) => {
      // A full disk gets its space back at once. Where even that fails the file is nobody's, and `pending` gives it.
      await Promise.allSettled([unlink(path)]);
      throw problem;
    });
    return ref;
  }

  async announce(id: number, ref: string, change: AnnouncedChange): Promise<void> {
    this.#layout.staged(ref);
    const marker = this.#layout.marker(id);
    if (change === 'replace') return;
    await this.#inReserve(() => this.#make(markerName(id), () => touchDurably(marker, this.#syncStaging)));
  }

  async withdraw(id: number, ref: string): Promise<void> {
    this.#layout.staged(ref);
    await this.#remove(this.#layout.marker(id));
    this.#own.delete(markerName(id));
  }

  async publish(id: number, ref: string): Promise<void> {
    const from = this.#layout.staged(ref);
    const to = this.#layout.published(id);
    // No folder is synced: a rename that a power loss undoes leaves the staged name, and is made again.
    const isMoved = await onDisk(async () => {
      await Promise.all([this.#foreign.clear(from), this.#foreign.clear(to)]);
      return ifPresent(this.#names.move(() => rename(from, to).then(() => true)));
    });
    if (isMoved === null) await this.#checkMedium();
    this.#own.delete(ref);
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    const published = this.#layout.published(id);
    const staged = this.#layout.staged(ref);
    // A publication in between takes the staged file away: then it is in the other place.
    const content = await onDisk(() => this.#foreign.read([published, staged, published], digestOf(ref)));
    if (content !== null) return content;
    await this.#checkMedium();
    return null;
  }

  async discard(ref: string): Promise<void> {
    await this.#remove(this.#layout.staged(ref));
    this.#own.delete(ref);
  }

  async delete(id: number, ref: string | null): Promise<void> {
    const [published, marker] = [this.#layout.published(id), this.#layout.marker(id)];
    if (ref !== null) await this.discard(ref); // checks it before anything is removed
    await this.#remove(published);
    // The marker outlives the file, after a power loss too: names of two folders become durable in no certain order.
    await onDisk(() => this.#names.syncRoot());
    await this.#remove(marker);
    this.#own.delete(markerName(id));
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    for (const [name, since] of this.#own) if (since > now) this.#own.set(name, now); // a clock that was ahead was set back
    const ownBefore = new Map(this.#own);
    const names = await onDisk(() => readdir(this.#layout.staging));
    return names
      .filter((name) => {
        const since = ownBefore.get(name) ?? this.#own.get(name);
        return since === undefined || now - since >= PENDING_AGE_MS;
      })
      .map(workOf)
      .filter((work) => work !== null);
  }

  locate(id: number, ref: string): string {
    return `${this.#layout.published(id)} or ${this.#layout.staged(ref)}`;
  }

  async health(): Promise<void> {
    await onDisk(() => Promise.all([checkOpenFolder(this.#layout.root), checkOpenFolder(this.#layout.staging)]));
    await this.#writes.outcome();
  }

  async #tryWrite(): Promise<void> {
    const probe = join(this.#layout.staging, 'probe');
    await this.#inReserve(() => onDisk(() => writeProbe(probe, this.#syncStaging)));
  }

  /** Does the work again, with the reserve as room, when the disk is full. */
  async #inReserve(work: () => Promise<void>): Promise<void> {
    await work().catch((problem: unknown) => {
      if (!isFull(problem) || !this.#room.release()) throw problem;
      return work();
    });
  }

  readonly #syncStaging = (): Promise<void> => this.#names.syncStaging();

  /** Makes a file in `staging` that counts as this process's own from before it is there, unless making it fails. */
  async #make(name: string, make: () => Promise<void>): Promise<void> {
    this.#own.set(name, this.#now());
    try {
      await onDisk(make);
    } catch (problem) {
      this.#own.delete(name);
      throw problem;
    }
  }

  /** Tells a file that is absent from a disk that is. */
  async #checkMedium(): Promise<void> {
    await onDisk(() => checkFolder(this.#layout.staging));
  }

  async #remove(path: string): Promise<void> {
    const isRemoved = await onDisk(() => ifPresent(this.#foreign.unlink(path).then(() => true)));
    if (isRemoved === null) await this.#checkMedium();
  }
}
