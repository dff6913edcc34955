import type { DueWork } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { firstRows } from '../documents/firstRows.ts';
import { presentUser } from './userDocuments.ts';

export function mongoDueWork(commands: PortCommands): DueWork {
  return {
    listDue({ before, after, limit }, onDamaged) {
      const dates = [{ $lt: before }, ...(after === undefined ? [] : [{ $gt: after }])];
      const isDue = { $or: dates.map((date) => ({ 'due.date': date })), deleted: { $ne: true } };
      return commands.repeat('users.listDue', (db) => {
        const found = collection(db, 'users').find(isDue, { sort: { 'due.date': 1 }, batchSize: limit });
        return firstRows(found, presentUser, { onDamaged, limit });
      });
    },
    end: (userId, { kind, version }) =>
      commands.repeat('users.endDue', async (db) => {
        await collection(db, 'users').updateOne({ _id: userId, deleted: false }, { $pull: { due: { kind, version } } });
      }),
    ...healthOf(commands),
  };
}
