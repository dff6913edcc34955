import { type FileHandle, rename, unlink } from 'node:fs/promises';
import type { ContentFiles, WrittenFile } from '@algotheque/domain';
import { checkFolder, ifPresent, isSystemError, onDisk, syncFolder, writeOpenFile } from '@algotheque/domain/files';
import { ContentFolder, type FolderSettings } from './contentFolder.ts';
import { digestOf, isRef, type Layout, newRef, sha256 } from './layout.ts';

/** `<id>.json` for a store that keeps content elsewhere until the files are durable. Temporary names are in `staging/`. */
export class AlgoFiles implements ContentFiles {
  readonly #layout: Layout;
  readonly #folder: ContentFolder;

  constructor(layout: Layout, settings: FolderSettings) {
    this.#layout = layout;
    this.#folder = new ContentFolder(layout, settings, () => syncFolder(layout.staging));
  }

  newRef(content: Uint8Array): string {
    this.#folder.requireSize(content);
    return newRef(content);
  }

  isContentOf(ref: string, content: Uint8Array): boolean {
    return isRef(ref) && sha256(content) === digestOf(ref);
  }

  async write(id: number, ref: string, content: Uint8Array): Promise<WrittenFile> {
    const [staged, published] = [this.#layout.staged(ref), this.#layout.published(id)];
    return onDisk(async () => {
      // Readers do not look at a new file before its row is removed: it needs no temporary name.
      const file = (await writeNew(published, content)) ?? (await this.#replace(published, staged, content));
      return writtenFile(file);
    });
  }

  /** Never writes into a file that is there: it may have a second name. */
  async #replace(published: string, staged: string, content: Uint8Array): Promise<FileHandle> {
    await checkFolder(this.#layout.staging); // with a symbolic link in its place nothing is written elsewhere
    await ifPresent(unlink(staged)); // what an earlier try has left
    const file = await writeOpenFile(staged, content);
    try {
      await this.#folder.foreign.clear(published);
      await rename(staged, published);
      return file;
    } catch (error) {
      await Promise.allSettled([file.close(), unlink(staged)]);
      throw error;
    }
  }

  remove(id: number): Promise<void> {
    return this.#folder.remove(this.#layout.published(id));
  }

  syncNames(): Promise<void> {
    return onDisk(() => syncFolder(this.#layout.root));
  }

  read(id: number, ref: string): Promise<Uint8Array | null> {
    return this.#folder.read({ id, ref, paths: () => [this.#layout.published(id)] });
  }

  locate(id: number): string {
    return this.#layout.published(id);
  }

  health(): Promise<void> {
    return this.#folder.health();
  }
}

/** Null when something is there already. */
async function writeNew(path: string, content: Uint8Array): Promise<FileHandle | null> {
  try {
    return await writeOpenFile(path, content);
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return null;
    await Promise.allSettled([unlink(path)]); // frees the space on a full disk at once
    throw error;
  }
}

/** The file stays open until then: the system reports a failed write of its content only to who had it open. */
function writtenFile(file: FileHandle): WrittenFile {
  return {
    sync: () =>
      onDisk(async () => {
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }),
    drop: () => onDisk(() => file.close()),
  };
}
