import { MemoryContents, MemoryCounts, MemoryData, memoryPorts } from '@algotheque/domain/memory';
import { heldInMemory } from '@algotheque/testing/worlds';
import type { AdapterSet } from './adapterSet.ts';

interface Place {
  readonly data: MemoryData;
  readonly contents: MemoryContents;
  readonly counts: MemoryCounts;
}

/** Everything in memory. A process finds all that earlier ones have done, also if they were killed. */
export function memorySet(): AdapterSet {
  let place = emptyPlace();
  let saved = emptyPlace();
  return {
    async begin() {
      place = copyOf(saved);
    },
    async open(clock) {
      const { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore } =
        memoryPorts({
          clock,
          ...place,
        });
      return { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore };
    },
    async kill() {},
    stop: async () => heldInMemory(place),
    async save() {
      saved = copyOf(place);
    },
    async remove() {},
  };
}

const emptyPlace = (): Place => ({
  data: new MemoryData(),
  contents: new MemoryContents(),
  counts: new MemoryCounts(),
});

function copyOf({ data, contents, counts }: Place): Place {
  const copy = emptyPlace();
  fill(copy.data.users, data.users);
  fill(copy.data.algos, data.algos);
  fill(copy.data.bin, data.bin);
  fill(copy.data.history, data.history);
  fill(copy.data.folders, data.folders);
  fill(copy.data.sessions, data.sessions);
  fill(copy.data.lastIds, data.lastIds);
  fill(copy.contents.records, contents.records);
  fill(copy.contents.bin, contents.bin);
  fill(copy.contents.formers, contents.formers);
  fill(copy.counts.counters, counts.counters);
  fill(copy.counts.remembered, counts.remembered);
  return copy;
}

function fill<Key, Value>(to: Map<Key, Value>, from: ReadonlyMap<Key, Value>): void {
  for (const [key, value] of from) to.set(key, structuredClone(value));
}
