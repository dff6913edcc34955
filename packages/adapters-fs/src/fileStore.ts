import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ContentStore,
  DamagedError,
  type DiskRoom,
  type OnProblem,
  type PendingWork,
  SharedTry,
} from '@algotheque/domain';
import { checkFolder, checkOpenFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import { createDurably, touchDurably } from './durableWrite.ts';
import { ForeignFiles } from './foreignFiles.ts';
import { inReserve, writeProbe } from './fullDisk.ts';
import { digestOf, isRef, type Layout, markerName, newRef, workOf } from './layout.ts';
import { NameSyncs } from './nameSyncs.ts';
import { OwnWork } from './ownWork.ts';

/** What `openFileStore` makes of its options. */
export interface FileStoreSettings {
  readonly now: () => number;
  readonly maxBytes: number;
  readonly onProblem: OnProblem;
  readonly room: DiskRoom;
}

/**
 * Published content is `<id>.json`; content under way is in `staging/` under its reference, on the same filesystem.
 */
export class FileStore implements ContentStore {
  readonly #layout: Layout;
  readonly #names: NameSyncs;
  readonly #maxBytes: number;
  readonly #foreign: ForeignFiles;
  readonly #room: DiskRoom;
  readonly #writes: SharedTry;
  readonly #own: OwnWork;
  /** By staged content: what it replaces, which may be staged still. */
  readonly #replaced = new Map<string, string>();

  constructor(layout: Layout, { now, maxBytes, onProblem, room }: FileStoreSettings) {
    this.#room = room;
    this.#writes = new SharedTry(() => this.#tryWrite(), now);
    this.#layout = layout;
    this.#names = new NameSyncs(layout);
    this.#own = new OwnWork(now);
    this.#maxBytes = maxBytes;
    this.#foreign = new ForeignFiles(layout.root, { maxBytes, onProblem });
  }

  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    if (replaces !== null) this.#layout.staged(replaces); // the reference is checked before anything is written
    if (content.length > this.#maxBytes) {
      throw new RangeError(`Content of ${content.length} bytes: the file store takes up to ${this.#maxBytes}`);
    }
    const settle = this.#room.claim('growth', content.length);
    try {
      const ref = await this.#stage(content);
      if (replaces !== null) this.#replaced.set(ref, replaces);
      return ref;
    } finally {
      settle();
    }
  }

  async #stage(content: Uint8Array): Promise<string> {
    const ref = newRef(content);
    const path = this.#layout.staged(ref);
    await this.#own
      .make(ref, () => createDurably(path, content, this.#syncStaging))
      .catch(async (problem: unknown) => {
        // Frees the space on a full disk at once. If even that fails, `pending` returns the file.
        await Promise.allSettled([unlink(path)]);
        throw problem;
      });
    return ref;
  }

  async announce(id: number, ref: string): Promise<void> {
    this.#layout.staged(ref);
    const marker = this.#layout.marker(id);
    await inReserve(this.#room, () => this.#own.make(markerName(id), () => touchDurably(marker, this.#syncStaging)));
  }

  async withdraw(id: number, ref: string): Promise<void> {
    this.#layout.staged(ref);
    await this.#remove(this.#layout.marker(id));
    this.#own.forget(markerName(id));
  }

  async publish(id: number, ref: string): Promise<void> {
    const from = this.#layout.staged(ref);
    const to = this.#layout.published(id);
    // No folder is synced: if a power loss undoes the rename, the staged name is still there and the rename is
    // repeated.
    const isMoved = await onDisk(async () => {
      await Promise.all([this.#foreign.clear(from), this.#foreign.clear(to)]);
      return ifPresent(this.#names.move(() => rename(from, to).then(() => true)));
    });
    if (isMoved === null) await this.#checkMedium();
    this.#own.forget(ref);
    const replaced = this.#replaced.get(ref);
    if (replaced !== undefined) await this.discard(replaced);
    this.#replaced.delete(ref);
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    if (!isRef(ref)) throw new DamagedError({ place: 'algos', id, field: 'ref' }, 'no content can have this reference');
    const published = this.#layout.published(id);
    const staged = this.#layout.staged(ref);
    // A publication in between moves the staged file: then it is in the other place.
    const content = await onDisk(() => this.#foreign.read([published, staged, published], digestOf(ref)));
    if (content !== null) return content;
    await this.#checkMedium();
    if (await onDisk(() => ifPresent(lstat(staged)))) throw new DamagedError({ place: staged, id, field: 'content' });
    return null; // what is published may be the content of another reference
  }

  async discard(ref: string): Promise<void> {
    await this.#remove(this.#layout.staged(ref));
    this.#own.forget(ref);
    this.#replaced.delete(ref);
  }

  async delete(id: number, ref: string | null): Promise<void> {
    const [published, marker] = [this.#layout.published(id), this.#layout.marker(id)];
    if (ref !== null) await this.discard(ref); // the reference is checked before anything is removed
    await this.#remove(published);
    // The marker must outlive the file, also after a power loss: names in two folders become durable in no certain
    // order.
    await onDisk(() => this.#names.syncRoot());
    await this.#remove(marker);
    this.#own.forget(markerName(id));
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    const left = await this.#own.left(now, () => onDisk(() => readdir(this.#layout.staging)));
    return left.map(workOf).filter((work) => work !== null);
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
    await inReserve(this.#room, () => onDisk(() => writeProbe(probe, this.#syncStaging)));
  }

  readonly #syncStaging = (): Promise<void> => this.#names.syncStaging();

  /** Distinguishes an absent file from an absent disk. */
  async #checkMedium(): Promise<void> {
    await onDisk(() => checkFolder(this.#layout.staging));
  }

  async #remove(path: string): Promise<void> {
    const isRemoved = await onDisk(() => ifPresent(this.#foreign.unlink(path).then(() => true)));
    if (isRemoved === null) await this.#checkMedium();
  }
}
