import type { RoundLog } from '@algotheque/domain';
import type { PortCommands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { upsertOnce } from '../documents/inserts.ts';

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
    medium: commands,
    health: () => commands.health(),
  };
}
