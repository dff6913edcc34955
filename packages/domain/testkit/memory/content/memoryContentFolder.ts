import { type ContentStore, type LockedContentFolder, NO_DISK_ROOM } from '@algotheque/domain';
import { MemoryContents, memoryContentStore } from './memoryContentStore.ts';

/** A folder of content in memory, as drivers open it, and what is in its files. */
export function memoryContentFolder(owner: string): {
  readonly folder: LockedContentFolder;
  readonly files: ContentStore;
} {
  const files = memoryContentStore(undefined, new MemoryContents());
  return {
    folder: {
      dir: `memory:${owner}`,
      holdsContent: false,
      room: NO_DISK_ROOM,
      findOwner: () => owner,
      owner: () => owner,
      open: async () => files,
    },
    files,
  };
}
