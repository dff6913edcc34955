import { closeSync, fsync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ContentFiles, WrittenFile } from '@algotheque/domain';
import { checkFolderNow, onDisk, syncFolder } from '@algotheque/domain/files';
import { ContentFolder, type FileStoreOptions } from './contentFolder.ts';
import { isContentOf, type Layout, newRef } from './layout.ts';
import { openedFolder } from './openedFolder.ts';
import { writeOpenFile } from './writeOpenFile.ts';

const syncFile = promisify(fsync);

/** `<id>.json` for a store that keeps content elsewhere until the files are durable. Temporary names are in `staging/`. */
export class AlgoFiles implements ContentFiles {
  readonly #layout: Layout;
  readonly #folder: ContentFolder;
  readonly #requireSameRoot: () => void;

  constructor(layout: Layout, settings: Required<FileStoreOptions>) {
    this.#layout = layout;
    this.#requireSameRoot = openedFolder(layout.root);
    this.#folder = new ContentFolder(layout, settings, () => syncFolder(layout.staging));
  }

  newRef(content: Uint8Array): string {
    this.#folder.requireSize(content);
    return newRef(content);
  }

  isContentOf(ref: string, content: Uint8Array): boolean {
    return isContentOf(ref, content);
  }

  write(id: number, ref: string, content: Uint8Array, isNew = false): Promise<WrittenFile> {
    const [staged, published] = [this.#layout.staged(ref), this.#layout.published(id)];
    return onDisk(async () => {
      this.#requireSameRoot();
      // Readers do not look at a new file before its row is removed: it needs no temporary name.
      const made = isNew ? await writeOpenFile(published, content) : null;
      return writtenFile(made ?? (await this.#replace(published, staged, content)));
    });
  }

  /** Never writes into a file that is there: it may have a second name. */
  async #replace(published: string, staged: string, content: Uint8Array): Promise<number> {
    checkFolderNow(this.#layout.staging); // with a symbolic link in the place of `staging/` nothing is written elsewhere
    const file = await this.#writeStaged(staged, content);
    try {
      await this.#folder.foreign.clearNow(published);
      await rename(staged, published);
      return file;
    } catch (error) {
      closeSync(file);
      await Promise.allSettled([unlink(staged)]); // a name that is left is used again, or removed at a start
      throw error;
    }
  }

  /** What an earlier try has left under the name is removed. */
  async #writeStaged(staged: string, content: Uint8Array): Promise<number> {
    for (;;) {
      const file = await writeOpenFile(staged, content);
      if (file !== null) return file;
      await unlink(staged);
    }
  }

  remove(id: number): Promise<void> {
    return onDisk(async () => {
      this.#requireSameRoot();
      await this.#folder.remove(this.#layout.published(id));
    });
  }

  syncNames(): Promise<void> {
    return onDisk(async () => {
      await syncFolder(this.#layout.root);
      this.#requireSameRoot(); // otherwise the files may be in the other folder
    });
  }

  read(id: number, ref: string): Promise<Uint8Array | null> {
    return this.#folder.read({ id, ref, paths: () => [this.#layout.published(id)] });
  }

  locate(id: number): string {
    return this.#layout.published(id);
  }

  async health(): Promise<void> {
    await onDisk(async () => this.#requireSameRoot());
    await this.#folder.health();
  }
}

/** The file stays open until then: the system reports a failed write of its content only to who had it open. */
function writtenFile(file: number): WrittenFile {
  return {
    sync: () =>
      onDisk(async () => {
        try {
          await syncFile(file);
        } finally {
          closeSync(file);
        }
      }),
    drop: () => onDisk(async () => closeSync(file)),
  };
}
