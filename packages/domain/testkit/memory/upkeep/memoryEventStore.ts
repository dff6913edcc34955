import { type EventStore, eventPageOf, otherUserOf, type StoredEvent } from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { MemoryData } from '../memoryData.ts';

export function memoryEventStore(data: MemoryData = new MemoryData()): EventStore {
  const { events } = data;
  const isOf = (event: StoredEvent, account: number): boolean =>
    event.actorId === account || otherUserOf(event) === account;
  const remove = (keys: readonly string[]): void => {
    for (const key of keys) {
      data.removed('events', key);
      events.delete(key);
    }
  };
  return {
    async append(added) {
      for (const event of added) if (!events.has(event.key)) events.set(event.key, copyOf(event));
    },
    async list({ account, action, from, below, limit }, onDamaged) {
      const found = [...events.values()].filter(
        (event) =>
          event.key >= from &&
          event.key < below &&
          (account === undefined || isOf(event, account)) &&
          (action === undefined || event.action === action),
      );
      found.sort((one, other) => (one.key < other.key ? 1 : -1));
      const read = (event: StoredEvent): StoredEvent => data.read('events', event.key, event);
      return eventPageOf(found.slice(0, limit + 1), limit, { read, keyOf: ({ key }) => key, onDamaged });
    },
    async removeOld({ from, most }) {
      remove([...events.keys()].filter((key) => key < from));
      remove([...events.keys()].slice(0, Math.max(0, events.size - most)));
    },
    async health() {},
  };
}
