import { readdir, rename, unlink } from 'node:fs/promises';
import { DamagedError, type DiskRoom, type PendingWork, type SeparateContentStore } from '@algotheque/domain';
import { ifPresent, onDisk } from '@algotheque/domain/files';
import { ContentFolder, type FileStoreOptions } from './contentFolder.ts';
import { createDurably, touchDurably } from './durableWrite.ts';
import { inReserve } from './fullDisk.ts';
import { type Layout, markerName, newRef, workOf } from './layout.ts';
import { NameSyncs } from './nameSyncs.ts';
import { OwnWork } from './ownWork.ts';

/**
 * Published content is `<id>.json`; content under way is in `staging/` under its reference, on the same filesystem.
 */
export class FileStore implements SeparateContentStore {
  readonly #layout: Layout;
  readonly #names: NameSyncs;
  readonly #folder: ContentFolder;
  readonly #room: DiskRoom;
  readonly #own: OwnWork;
  /** By staged content: what it replaces, which may be staged still, and then replaces another one. */
  readonly #replaced = new Map<string, string>();

  constructor(layout: Layout, settings: Required<FileStoreOptions>) {
    this.#layout = layout;
    this.#room = settings.room;
    this.#names = new NameSyncs(layout);
    this.#own = new OwnWork(settings.now);
    this.#folder = new ContentFolder(layout, settings, this.#syncStaging);
  }

  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    if (replaces !== null) this.#layout.staged(replaces); // the reference is checked before anything is written
    this.#folder.requireSize(content);
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
    await this.#folder.remove(this.#layout.marker(id));
    this.#own.forget(markerName(id));
  }

  async publish(id: number, ref: string): Promise<void> {
    const from = this.#layout.staged(ref);
    const to = this.#layout.published(id);
    // Before the rename: a late publication of what is replaced finds nothing that it could put in the place of this content.
    await this.#discardReplaced(ref);
    // No folder is synced: if a power loss undoes the rename, the staged name is still there and the rename is
    // repeated.
    const isMoved = await onDisk(async () => {
      await Promise.all([this.#folder.foreign.clear(from), this.#folder.foreign.clear(to)]);
      return ifPresent(this.#names.move(() => rename(from, to).then(() => true)));
    });
    if (isMoved === null) await this.#folder.checkMedium();
    // A power loss may have kept both names of an earlier rename. They are one file, and a rename from one to the other does nothing.
    else if (!this.#own.has(ref)) await this.#folder.remove(from);
    this.#own.forget(ref);
  }

  async #discardReplaced(ref: string): Promise<void> {
    const replaced: string[] = [];
    for (let before = this.#replaced.get(ref); before !== undefined; before = this.#replaced.get(before)) {
      replaced.unshift(before);
    }
    for (const oldest of replaced) await this.discard(oldest); // after a failure the rest is known still
    this.#replaced.delete(ref);
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    const layout = this.#layout;
    const published = layout.published(id);
    // A publication in between moves the staged file: then it is in the other place.
    const content = await this.#folder.read({ id, ref, paths: () => [published, layout.staged(ref), published] });
    if (content !== null) return content;
    const place = layout.staged(ref);
    if (await this.#folder.isThere(place)) throw new DamagedError({ place, id, field: 'content' });
    return null; // what is published may be the content of another reference
  }

  async discard(ref: string): Promise<void> {
    await this.#folder.remove(this.#layout.staged(ref));
    this.#own.forget(ref);
    this.#replaced.delete(ref);
  }

  async delete(id: number, ref: string | null): Promise<void> {
    const [published, marker] = [this.#layout.published(id), this.#layout.marker(id)];
    if (ref !== null) {
      this.#layout.staged(ref); // the reference is checked before anything is removed
      await this.#discardReplaced(ref);
      await this.discard(ref);
    }
    await this.#folder.remove(published);
    // The marker must outlive the file, also after a power loss: names in two folders become durable in no certain
    // order.
    await onDisk(() => this.#names.syncRoot());
    await this.#folder.remove(marker);
    this.#own.forget(markerName(id));
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    const left = await this.#own.left(now, () => onDisk(() => readdir(this.#layout.staging)));
    return left.map(workOf).filter((work) => work !== null);
  }

  locate(id: number, ref: string): string {
    return `${this.#layout.published(id)} or ${this.#layout.staged(ref)}`;
  }

  health(): Promise<void> {
    return this.#folder.health();
  }

  readonly #syncStaging = (): Promise<void> => this.#names.syncStaging();
}
