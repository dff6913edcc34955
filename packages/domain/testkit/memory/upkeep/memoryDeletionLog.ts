import { type DeletionLog, intact } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryDeletionLog(data: MemoryData = new MemoryData()): DeletionLog {
  const { deletions } = data;
  return {
    async add({ userId, date }) {
      deletions.set(userId, date);
    },
    async list(onDamaged) {
      const entries = [...deletions].map(([userId, date]) => ({ userId, date }));
      const sorted = entries.sort((one, other) => one.date - other.date);
      return intact(sorted, (entry) => data.read('deletions', entry.userId, entry), { onDamaged });
    },
    async remove(userId, date) {
      if (date !== undefined && deletions.get(userId) !== date) return;
      deletions.delete(userId);
      data.removed('deletions', userId);
    },
    async health() {},
  };
}
