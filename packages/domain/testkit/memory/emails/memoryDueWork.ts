import { type DueWork, intact, isDueBy, withoutDue } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryDueWork(data: MemoryData = new MemoryData()): DueWork {
  return {
    async listDue({ limit, ...query }, onDamaged) {
      const found = data.presentUsers().filter(({ due }) => due.some((one) => isDueBy(query, one)));
      const sorted = found.toSorted((one, other) => (one.due[0]?.date ?? 0) - (other.due[0]?.date ?? 0));
      return intact(sorted, (user) => data.read('users', user.id, user), { limit, onDamaged });
    },
    async end(userId, entry) {
      const row = data.users.get(userId);
      const user = row === undefined || row.deleted ? null : withoutDue(row.user, entry);
      if (user !== null) data.users.set(userId, { user, deleted: false });
    },
    async health() {},
  };
}
