import { readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type ContentStore,
  DamagedError,
  type ListedContent,
  NO_DISK_ROOM,
  PENDING_AGE_MS,
  printProblem,
  type RecordPlace,
} from '@algotheque/domain';
import { checkFolder, makeFolder, onDisk, syncFolder } from '@algotheque/domain/files';
import { ContentFolder, type FileStoreOptions, MAX_BYTES } from './contentFolder.ts';
import { entriesOf, isRef, Layout, newRef } from './layout.ts';

const BATCH = 1_000;

const monotonic = (): number => performance.now();

/**
 * Opens the algorithm files below `dir`, which one process at a time may do (see `lockDataFolder`); makes the
 * folders if they are absent. There is nothing to close.
 * @throws UnavailableError when the folder cannot be made or is no folder; its cause says why. BundledError
 */
export async function openFileStore(dir: string, options: FileStoreOptions = {}): Promise<ContentStore> {
  const { now = monotonic, maxBytes = MAX_BYTES, onProblem = printProblem, room = NO_DISK_ROOM } = options;
  return onDisk(async () => {
    makeFolder(resolve(dir));
    // The root may be reached through a symbolic link; below it no link is followed.
    const layout = new Layout(await realpath(dir));
    for (const folder of layout.folders) {
      makeFolder(folder);
      await checkFolder(folder);
    }
    // What an earlier process moved may not be durable yet.
    for (const folder of [layout.bin, layout.versions, layout.root]) await syncFolder(folder);
    return new FileStore(layout, { now, maxBytes, onProblem, room });
  });
}

/**
 * Each content once, in a file: `<id>.json` of a record, `bin/<id>.json`, or `versions/<id>-<ref>.json` of a former version. Content under
 * way is in `staging/` under its reference. All are on one filesystem, and a content changes its place by a rename or a second name.
 */
class FileStore implements ContentStore {
  readonly #layout: Layout;
  readonly #options: Required<FileStoreOptions>;
  readonly #folder: ContentFolder;
  /** What this process has staged, and when. All else in `staging` was left by a process that has ended, or by a write that failed. */
  readonly #own = new Map<string, number>();
  /** What `pending` has reported: it is staged still. Null before its first call: then the folder is asked. */
  #reported: Set<string> | null = null;

  constructor(layout: Layout, options: Required<FileStoreOptions>) {
    this.#layout = layout;
    this.#options = options;
    this.#folder = new ContentFolder(layout, options);
  }

  async stage(content: Uint8Array, _replaces: string | null, ref = newRef(content)): Promise<string> {
    const { room, now, maxBytes } = this.#options;
    const { length } = content;
    if (length > maxBytes) throw new RangeError(`Content of ${length} bytes: the file store takes up to ${maxBytes}`);
    const free = room.reserve(length);
    const bytes = new Uint8Array(content); // the caller may change theirs before it is written
    this.#own.set(ref, now()); // before the file exists
    try {
      await this.#folder.write(this.#layout.staged(ref), bytes);
      return ref;
    } catch (problem) {
      this.#own.delete(ref);
      throw problem;
    } finally {
      free();
    }
  }

  async keep(id: number, ref: string): Promise<boolean> {
    const former = this.#layout.former(id, ref);
    if (this.#own.has(ref) || (await this.#isLeft(ref))) {
      await this.#folder.move(this.#layout.staged(ref), former);
      this.#forget(ref);
      return true;
    }
    return this.#folder.link(this.#layout.published(id), former);
  }

  async publish(id: number, ref: string): Promise<void> {
    const [staged, published] = [this.#layout.staged(ref), this.#layout.published(id)];
    const isLeft = await this.#isLeft(ref);
    // A power loss may have kept both names.
    if (isLeft && (await this.#folder.read(id, ref, [published])) !== null) {
      await this.#folder.remove(staged);
    } else {
      // Not synced: if a power loss undoes the rename, the staged name is still there, and the rename is done again.
      await this.#folder.move(staged, published);
    }
    this.#forget(ref);
  }

  async move(id: number, ref: string, to: RecordPlace): Promise<void> {
    const from = this.#layout.published(id, to === 'bin' ? 'records' : 'bin');
    await this.#folder.place({ id, ref }, from, this.#layout.published(id, to));
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    const content = await this.#folder.read(id, ref);
    if (content !== null) return content;
    const place = this.#layout.staged(ref);
    if (await this.#folder.isThere(place)) throw new DamagedError({ place, id, field: 'content' });
    return null; // what is published may be the content of another reference
  }

  /** `listContents` has what nothing names. */
  async noteRemoval(): Promise<void> {}

  async discard(ref: string): Promise<void> {
    await this.#folder.remove(this.#layout.staged(ref));
    this.#forget(ref);
  }

  async delete(id: number, ref: string | null, from: RecordPlace): Promise<void> {
    if (ref !== null) this.#layout.staged(ref); // the reference is checked before anything is removed
    await this.#folder.remove(this.#layout.published(id, from));
    if (ref !== null && this.#own.has(ref)) await this.discard(ref);
  }

  async deleteFormer(id: number, ref: string, isNamed: boolean): Promise<void> {
    const published = [this.#layout.published(id), this.#layout.published(id, 'bin')];
    // With a database that is older than the folder, what a record names may be a former version alone.
    if (isNamed && (await this.#folder.read(id, ref, published)) === null) return;
    await this.#folder.remove(this.#layout.former(id, ref));
  }

  /** By the store's own clock: with one that jumps ahead, content whose commit is under way would be left and removed. */
  async pending(): Promise<readonly string[]> {
    const now = this.#options.now();
    for (const [ref, since] of this.#own) if (since > now) this.#own.set(ref, now); // a given clock may be set back
    const before = new Map(this.#own); // work that is finished while the folder is read is still this process's own
    const names = await onDisk(() => readdir(this.#layout.staging));
    const since = (name: string): number => before.get(name) ?? this.#own.get(name) ?? Number.NEGATIVE_INFINITY;
    const left = names.filter((name) => isRef(name) && now - since(name) >= PENDING_AGE_MS);
    this.#reported = new Set(left);
    return left;
  }

  /** Whether it is left in staging: by a former process, or by this one and old. */
  async #isLeft(ref: string): Promise<boolean> {
    if (this.#reported !== null) return this.#reported.has(ref);
    return !this.#own.has(ref) && this.#folder.isThere(this.#layout.staged(ref));
  }

  #forget(ref: string): void {
    this.#own.delete(ref);
    this.#reported?.delete(ref);
  }

  async *listContents(): AsyncGenerator<readonly ListedContent[]> {
    let batch: ListedContent[] = [];
    for await (const { content } of entriesOf(this.#layout.contents)) {
      if (content !== null) batch.push(content);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  locate(id: number, ref: string): string {
    return `${this.#layout.published(id)} or ${this.#layout.staged(ref)}`;
  }

  health(): Promise<void> {
    return this.#folder.health();
  }
}
