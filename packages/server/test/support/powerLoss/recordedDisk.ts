import { basename, dirname, relative } from 'node:path';
import { type FileChange, RecordedFile } from './recordedFile.ts';
import { type Entry, RecordedFolder } from './recordedFolder.ts';
import { type NameChange, RecordedNames } from './recordedNames.ts';
import type { Recorded } from './recording.ts';

/** Takes its room only; a start makes it anew. */
const RESERVE = 'reserve';

/** A data folder as the disk has it, made from a recording change by change. */
export class RecordedDisk {
  readonly root = new RecordedFolder();
  readonly names = new RecordedNames();
  readonly #dir: string;
  readonly #byInode = new Map<number, Entry>();
  readonly #syncs = new Map<number, () => void>();

  /** @param dir the data folder; it and its parents are durable */
  constructor(dir: string, inode: number) {
    this.#dir = dir;
    this.#byInode.set(inode, this.root);
  }

  apply(recorded: Recorded): void {
    if (recorded.kind === 'write') this.#write(recorded.inode, { at: recorded.at, data: recorded.data });
    if (recorded.kind === 'truncate') this.#write(recorded.inode, { size: recorded.size });
    if (recorded.kind === 'create') this.#make(recorded, new RecordedFile());
    if (recorded.kind === 'mkdir') this.#make(recorded, new RecordedFolder());
    if (recorded.kind === 'unlink') this.names.step(this.#change(recorded.path, null));
    if (recorded.kind === 'link') this.names.step(this.#change(recorded.to, this.#find(recorded.from)));
    if (recorded.kind === 'rename') {
      const moved = this.#find(recorded.from);
      this.names.step(this.#change(recorded.from, null), this.#change(recorded.to, moved));
    }
    if (recorded.kind === 'sync') this.#syncs.set(recorded.number, this.#begin(recorded.inode));
    if (recorded.kind === 'synced') this.#syncs.get(recorded.number)?.();
  }

  #write(inode: number, change: FileChange): void {
    const file = this.#byInode.get(inode);
    if (file?.kind === 'file' && file !== this.root.names.get(RESERVE)) file.change(change);
  }

  #make({ inode, path }: { readonly inode: number; readonly path: string }, entry: Entry): void {
    this.#byInode.set(inode, entry); // the inode may have been another file's, which is gone
    this.names.step(this.#change(path, entry));
  }

  #begin(inode: number): () => void {
    const entry = this.#byInode.get(inode);
    return entry?.kind === 'folder' ? this.names.syncBegun(entry) : (entry?.syncBegun() ?? (() => {}));
  }

  #change(path: string, entry: Entry | null): NameChange {
    return { folder: this.#folder(dirname(path)), name: basename(path), entry };
  }

  #find(path: string): Entry {
    const entry = this.#folder(dirname(path)).names.get(basename(path));
    if (entry === undefined) throw new Error(`The recording has no ${path}`);
    return entry;
  }

  #folder(path: string): RecordedFolder {
    let folder: Entry = this.root;
    for (const name of relative(this.#dir, path)
      .split('/')
      .filter((part) => part !== '')) {
      const next: Entry | undefined = folder.names.get(name);
      if (next?.kind !== 'folder') throw new Error(`The recording has no folder ${path}`);
      folder = next;
    }
    return folder;
  }
}
