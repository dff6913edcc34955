import { type FolderRepository, type FolderTree, noFolders } from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { MemoryData } from '../memoryData.ts';

export function memoryFolderRepository(data: MemoryData = new MemoryData()): FolderRepository {
  const present = (ownerId: number): FolderTree => {
    const tree = data.folders.get(ownerId);
    return tree === undefined ? noFolders(ownerId) : data.read('folders', ownerId, tree);
  };
  return {
    async find(ownerId, known) {
      const tree = present(ownerId);
      return known !== undefined && known.version > 0 && tree.version === known.version ? known : tree;
    },
    async compareAndSet(ownerId, version, { lastId, folders }) {
      if (present(ownerId).version !== version) return null;
      const tree = copyOf({ ownerId, version: version + 1, lastId, folders });
      data.folders.set(ownerId, tree);
      return copyOf(tree);
    },
    async deleteByOwner(ownerId) {
      data.folders.delete(ownerId);
      data.removed('folders', ownerId);
    },
    async health() {},
  };
}
