import type { ContentFolder, ReadableFiles } from '@algotheque/domain';
import { NO_DISK_ROOM } from '@algotheque/domain';
import { MemoryDisk, memoryContentFiles } from './memoryContentFiles.ts';
import { MemoryContents, memoryContentStore } from './memoryContentStore.ts';

/** A folder of content in memory, as drivers open it, and what is in its files. */
export function memoryContentFolder(owner: string): { readonly folder: ContentFolder; readonly files: ReadableFiles } {
  const [disk, contents] = [new MemoryDisk(), new MemoryContents()];
  const files = memoryContentFiles(disk);
  return {
    folder: {
      dir: `memory:${owner}`,
      holdsContent: false,
      room: NO_DISK_ROOM,
      findOwner: () => owner,
      owner: () => owner,
      openFiles: async () => files,
      openStore: async () => memoryContentStore(undefined, contents),
    },
    files: {
      isContentOf: files.isContentOf,
      locate: files.locate,
      async read(id, ref) {
        const found = contents.published.get(id);
        return found?.ref === ref ? found.content.slice() : files.read(id, ref);
      },
    },
  };
}
