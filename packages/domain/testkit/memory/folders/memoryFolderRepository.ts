import { type FolderRepository, intact } from '@algotheque/domain';
import { byId, MemoryData } from '../memoryData.ts';

export function memoryFolderRepository(data: MemoryData = new MemoryData()): FolderRepository {
  return {
    async insert(fields) {
      const folder = { ...fields, id: data.nextId('folder') };
      data.folders.set(folder.id, folder);
      return structuredClone(folder);
    },
    async listByOwner(ownerId, onDamaged) {
      const own = byId(data.folders.values()).filter((folder) => folder.ownerId === ownerId);
      return intact(own, (folder) => data.read('folders', folder.id, folder), { onDamaged });
    },
    async deleteByOwner(ownerId) {
      for (const folder of data.folders.values()) if (folder.ownerId === ownerId) data.folders.delete(folder.id);
    },
    async health() {},
  };
}
