import type { WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { fieldsOf } from '../records/fields.ts';
import type { CounterDocument } from '../schema/collections.ts';
import { updateOrBegin } from './updateOrBegin.ts';

/** What has ids of its own. */
export type Numbered = 'user' | 'algo' | 'folder';

/** A number with a next one that a double holds exactly. */
const WHOLE = { last: { $gte: 0, $lt: Number.MAX_SAFE_INTEGER } } as const;

/** The next id of a kind: never given before. An id whose answer was lost is a gap. */
export function nextId(commands: Commands, kind: Numbered): Promise<number> {
  return commands.repeat(`counters.next ${kind}`, async (db) => {
    const document = await updateOrBegin(db, 'counters', {
      fresh: { _id: kind, last: 0 },
      update: { $inc: { last: 1 } },
      whole: WHOLE,
      check: lastOf,
    });
    return lastOf(document);
  });
}

function lastOf(document: WithId<CounterDocument>): number {
  return fieldsOf('counters', document).integer('last');
}
