import type { WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import type { LastIdDocument } from './collections.ts';
import { fieldsOf } from './fields.ts';
import { updateOrBegin } from './updateOrBegin.ts';

/** The kinds that have ids. */
export type Numbered = 'user' | 'algo' | 'folder';

/** The next id of a kind, never given before. An id whose answer was lost is a gap. */
export function nextId(commands: Commands, kind: Numbered): Promise<number> {
  return reserveIds(commands, kind, 1);
}

/**
 * Reserves a number of successive ids, and resolves to the last one; none was given before. A lost answer leaves a
 * gap.
 */
export function reserveIds(commands: Commands, kind: Numbered, count: number): Promise<number> {
  return commands.repeat(`counters.next ${kind}`, async (db) => {
    const document = await updateOrBegin(db, 'counters', {
      fresh: { _id: kind, last: 0 },
      update: { $inc: { last: count } },
      // A double can hold all reserved ids exactly.
      intact: { last: { $gte: 0, $lte: Number.MAX_SAFE_INTEGER - count } },
      check: lastOf,
    });
    return lastOf(document);
  });
}

function lastOf(document: WithId<LastIdDocument>): number {
  return fieldsOf('counters', document).integer('last');
}
