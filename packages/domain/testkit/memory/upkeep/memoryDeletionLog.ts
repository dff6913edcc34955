import type { DeletionLog } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryDeletionLog(data: MemoryData = new MemoryData()): DeletionLog {
  const { deletions } = data;
  return {
    async add({ userId, date }) {
      deletions.set(userId, Math.min(date, deletions.get(userId) ?? date));
    },
    async list() {
      const entries = [...deletions].map(([userId, date]) => ({ userId, date }));
      return entries.sort((one, other) => one.date - other.date);
    },
    async remove(userId) {
      deletions.delete(userId);
    },
    async health() {},
  };
}
