import { IdTakenError } from '@algotheque/domain';
import type { WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type LastIdDocument } from './collections.ts';
import { fieldsOf } from './fields.ts';
import { updateOrBegin } from './updateOrBegin.ts';

export type Numbered = 'user' | 'algo';

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
    const highest = Number.MAX_SAFE_INTEGER - count; // a double can hold all reserved ids exactly
    const document = await updateOrBegin(db, 'counters', {
      fresh: { _id: kind, last: 0 },
      update: { $inc: { last: count } },
      intact: { last: { $gte: 0, $lte: highest } },
      check: (found) => lastOf(found, highest),
    });
    return lastOf(document, Number.MAX_SAFE_INTEGER);
  });
}

/** The highest id that was given or reserved; 0 before the first. */
export function lastId(commands: Commands, kind: Numbered): Promise<number> {
  return commands.repeat(`counters.last ${kind}`, async (db) => {
    const found = await collection(db, 'counters').findOne({ _id: kind });
    return found === null ? 0 : lastOf(found, Number.MAX_SAFE_INTEGER);
  });
}

function lastOf(document: WithId<LastIdDocument>, highest: number): number {
  const fields = fieldsOf('counters', document);
  return fields.possible(fields.integer('last'), (last) => (last >= 0 && last <= highest ? null : 'last'));
}

/** The id for a new document belongs to another document: somebody edited `counters`. */
export function keyTaken(kind: Numbered, id: number): IdTakenError {
  return new IdTakenError(
    { place: 'counters', id: kind, field: 'last' },
    `the next id ${id} is taken; somebody edited it`,
  );
}
