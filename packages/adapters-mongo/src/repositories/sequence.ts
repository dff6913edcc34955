import type { Commands } from '../connection/commands.ts';
import { fieldsOf } from '../records/fields.ts';
import { collection } from '../schema/collections.ts';
import { upsertOnce } from './upsertOnce.ts';

/** What has ids of its own. */
export type Numbered = 'user' | 'algo' | 'folder';

/** The next id of a kind: never given before. An id whose answer was lost is a gap. */
export function nextId(commands: Commands, kind: Numbered): Promise<number> {
  return commands.repeat(`counters.next ${kind}`, async (db) => {
    const document = await upsertOnce(() =>
      collection(db, 'counters').findOneAndUpdate(
        { _id: kind },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    if (document === null) throw new Error(`MongoDB gave no counter for ${kind}.`);
    return fieldsOf('counters', document).integer('last');
  });
}
