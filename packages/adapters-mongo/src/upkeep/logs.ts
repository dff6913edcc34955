import { type DeletionEntry, type DeletionLog, impossibleInDeletion, intact, type RoundLog } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type DeletionDocument } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { upsertOnce } from '../documents/inserts.ts';

export function storedDeletion(document: DeletionDocument): DeletionEntry {
  const fields = fieldsOf('deletions', document);
  const entry = { userId: fields.integer('_id'), date: fields.number('date') };
  return fields.possible(entry, impossibleInDeletion);
}

/** Deletions of users under way, one document each. There are few, and each is removed at its end. */
export function mongoDeletionLog(commands: PortCommands): DeletionLog {
  return {
    add: ({ userId, date }) =>
      commands.repeat('deletions.add', async (db) => {
        const update = { $set: { date } };
        await upsertOnce(() => collection(db, 'deletions').updateOne({ _id: userId }, update, { upsert: true }));
      }),
    list: (onDamaged) =>
      commands.repeat('deletions.list', async (db) => {
        const found = await collection(db, 'deletions')
          .find({}, { sort: { date: 1, _id: 1 } })
          .toArray();
        return intact(found, storedDeletion, { onDamaged });
      }),
    remove: (userId, date) =>
      commands.repeat('deletions.remove', async (db) => {
        await collection(db, 'deletions').deleteOne({ _id: userId, ...(date !== undefined && { date }) });
      }),
    ...healthOf(commands),
  };
}

const ROUND = 'round';

export function mongoRoundLog(commands: PortCommands): RoundLog {
  return {
    last: () =>
      commands.repeat('meta.round', async (db) =>
        orNull(await collection(db, 'meta').findOne({ _id: ROUND }), (found) => fieldsOf('meta', found).number('date')),
      ),
    record: (date) =>
      commands.repeat('meta.round', async (db) => {
        const update = { $set: { date } };
        await upsertOnce(() => collection(db, 'meta').updateOne({ _id: ROUND }, update, { upsert: true }));
      }),
    ...healthOf(commands),
  };
}
