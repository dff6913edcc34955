import { type EventStore, eventPageOf, impossibleInEvent, otherUserOf, type StoredEvent } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type EventDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { insertAll, insertUnlessThere } from '../documents/inserts.ts';

export const eventDocument = ({ key, ...event }: StoredEvent): EventDocument => ({
  _id: key,
  ...event,
  accounts: [event.actorId, otherUserOf(event)].filter((id) => id !== null),
});

export function storedEvent(document: EventDocument): StoredEvent {
  const { _id: key, accounts: _, ...event } = document;
  return fieldsOf('events', document).possible({ key, ...event }, impossibleInEvent);
}

export function mongoEventStore(commands: PortCommands): EventStore {
  return {
    append: (events) =>
      commands.repeat('events.append', async (db) => {
        if (events.length === 0) return;
        const refused = await insertAll(db, 'events', events.map(eventDocument));
        for (const document of refused) await insertUnlessThere(db, 'events', document);
      }),
    list: ({ account, action, from, below, limit }, onDamaged) =>
      commands.repeat('events.list', async (db) => {
        const selected = {
          ...(account !== undefined && { accounts: account }),
          ...(action !== undefined && { action }),
          _id: { $gte: from, $lt: below },
        };
        const found = await collection(db, 'events')
          .find(selected, { sort: { _id: -1 }, limit: limit + 1 })
          .toArray();
        return eventPageOf(found, limit, { read: storedEvent, keyOf: ({ _id }) => _id, onDamaged });
      }),
    removeOld: ({ from, most }) =>
      commands.repeat('events.removeOld', async (db) => {
        const events = collection(db, 'events');
        await events.deleteMany({ _id: { $lt: from } });
        const tooMany = (await events.estimatedDocumentCount()) - most;
        if (tooMany <= 0) return;
        const last = { sort: { _id: 1 }, skip: tooMany - 1, projection: { _id: 1 } } as const;
        const found = await events.findOne({}, last);
        if (found !== null) await events.deleteMany({ _id: { $lte: found._id } });
      }),
    ...healthOf(commands),
  };
}
