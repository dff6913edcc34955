import type { SQLInputValue } from 'node:sqlite';
import {
  type EventQuery,
  type EventStore,
  eventPageOf,
  impossibleInEvent,
  otherUserOf,
  type StoredEvent,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH, healthOf, inBatches, reading } from '../connection/port.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';

const column = new ColumnReader('events', 'key');

/** SQLite counts the rows by itself. */
export const EVENT_COLUMNS = columnsOf('events').filter((name) => name !== 'seq');

export function eventOf(row: Row): StoredEvent {
  const { key, action, actorId, targetId, address, requestId, refusedBy: limit } = row;
  const read: unknown = { key, action, actorId, targetId, address, requestId, limit };
  return column.possible(row, read as StoredEvent, impossibleInEvent); // which checks every part
}

export const eventValues = ({ limit, ...event }: StoredEvent) =>
  ({ ...event, otherId: otherUserOf({ ...event, limit }), refusedBy: limit }) satisfies Record<string, SQLInputValue>;

const SELECT = `SELECT ${EVENT_COLUMNS.join(', ')} FROM events`;
const IN_TIME = 'key >= :from AND key < :below';

/** Each is a search of one index, or of two that SQLite merges. The planner would take one without the action. */
function selection(account: boolean, action: boolean): string {
  const where = action ? `action = :action AND ${IN_TIME}` : IN_TIME;
  const of = (who: string, by: string): string =>
    `${SELECT} INDEXED BY eventsBy${by}${action ? 'AndAction' : ''} WHERE ${who} = :account AND ${where}`;
  const rows = account ? `${of('actorId', 'Actor')} UNION ALL ${of('otherId', 'Other')}` : `${SELECT} WHERE ${where}`;
  return `${rows} ORDER BY key DESC LIMIT :most`;
}

/** The events, one row each. A commit is not synced: the log has them, too. */
export function sqliteEventStore(connection: Connection): EventStore {
  const read = reading(connection);
  const insert = connection.prepare(`${insertInto('events', EVENT_COLUMNS)} ON CONFLICT (key) DO NOTHING`);
  const removeBefore = connection.prepare(`
    DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE key < ? ORDER BY key LIMIT ${BATCH})`);
  // Those before the last ones that were stored: no row is counted.
  const removeFirst = connection.prepare(`
    DELETE FROM events WHERE seq IN (
      SELECT seq FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? ORDER BY seq LIMIT ${BATCH})`);
  const selected = ({ account, action, from, below, limit }: EventQuery): readonly Row[] =>
    connection.prepareOnce(selection(account !== undefined, action !== undefined)).all({
      most: limit + 1,
      from,
      below,
      ...(account !== undefined && { account }),
      ...(action !== undefined && { action }),
    });
  return {
    async append(events) {
      connection.writeUnsynced(() => {
        for (const event of events) insert.run(eventValues(event));
      }, 'growth');
    },
    list: (query, onDamaged) =>
      read(() => eventPageOf(selected(query), query.limit, { read: eventOf, keyOf: ({ key }) => key, onDamaged })),
    async removeOld({ from, most }) {
      for (const step of [() => removeBefore.run(from), () => removeFirst.run(most)])
        await inBatches(() => connection.writeUnsynced(() => step().changes));
    },
    ...healthOf(connection),
  };
}
