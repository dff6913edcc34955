import { basename, dirname, relative } from 'node:path';
import { type FileChange, RecordedFile } from './recordedFile.ts';
import { type Entry, RecordedFolder } from './recordedFolder.ts';
import type { Recorded } from './recording.ts';

/** Takes its room only; a start makes it anew. */
const RESERVE = 'reserve';

/** A data folder as the disk has it, made from a recording change by change. */
export class RecordedDisk {
  readonly root = new RecordedFolder();
  readonly #dir: string;
  readonly #byInode = new Map<number, Entry>();
  readonly #syncs = new Map<number, () => void>();

  /** @param dir the data folder; it and its parents are durable */
  constructor(dir: string, inode: number) {
    this.#dir = dir;
    this.#byInode.set(inode, this.root);
  }

  apply(recorded: Recorded): void {
    if (recorded.kind === 'write') this.#change(recorded.inode, { at: recorded.at, data: recorded.data });
    if (recorded.kind === 'truncate') this.#change(recorded.inode, { size: recorded.size });
    if (recorded.kind === 'create') this.#make(recorded, new RecordedFile());
    if (recorded.kind === 'mkdir') this.#make(recorded, new RecordedFolder());
    if (recorded.kind === 'unlink') this.#name(recorded.path, null);
    if (recorded.kind === 'link') this.#name(recorded.to, this.#find(recorded.from));
    if (recorded.kind === 'rename') {
      this.#name(recorded.to, this.#find(recorded.from));
      this.#name(recorded.from, null);
    }
    if (recorded.kind === 'sync') this.#syncs.set(recorded.number, this.#begin(recorded.inode));
    if (recorded.kind === 'synced') this.#syncs.get(recorded.number)?.();
  }

  #change(inode: number, change: FileChange): void {
    const file = this.#byInode.get(inode);
    if (file?.kind === 'file' && file !== this.root.find(RESERVE)) file.change(change);
  }

  #make({ inode, path }: { readonly inode: number; readonly path: string }, entry: Entry): void {
    this.#byInode.set(inode, entry); // the inode may have been another file's, which is gone
    this.#name(path, entry);
  }

  #begin(inode: number): () => void {
    return this.#byInode.get(inode)?.syncBegun() ?? (() => {});
  }

  #name(path: string, entry: Entry | null): void {
    const folder = this.#folder(dirname(path));
    folder.change({ name: basename(path), entry });
  }

  #find(path: string): Entry {
    const entry = this.#folder(dirname(path)).find(basename(path));
    if (entry === undefined) throw new Error(`The recording has no ${path}`);
    return entry;
  }

  #folder(path: string): RecordedFolder {
    let folder: Entry = this.root;
    for (const name of relative(this.#dir, path)
      .split('/')
      .filter((part) => part !== '')) {
      const next: Entry | undefined = folder.find(name);
      if (next?.kind !== 'folder') throw new Error(`The recording has no folder ${path}`);
      folder = next;
    }
    return folder;
  }
}
