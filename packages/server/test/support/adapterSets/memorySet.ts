import { MemoryContents, MemoryCounts, MemoryData, memoryPorts } from '@algotheque/domain/memory';
import { heldInMemory } from '@algotheque/testing/worlds';
import { type AdapterSet, storesOf } from './adapterSet.ts';

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
      const ports = memoryPorts({ clock, ...place });
      return { ...storesOf(ports), contentStore: ports.contentStore };
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
  for (const name of ['users', 'algos', 'bin', 'history', 'folders', 'sessions', 'lastIds'] as const)
    fill<unknown, unknown>(copy.data[name], data[name]);
  for (const name of ['records', 'bin', 'formers'] as const)
    fill<unknown, unknown>(copy.contents[name], contents[name]);
  for (const name of ['counters', 'remembered'] as const) fill<unknown, unknown>(copy.counts[name], counts[name]);
  return copy;
}

function fill<Key, Value>(to: Map<Key, Value>, from: ReadonlyMap<Key, Value>): void {
  for (const [key, value] of from) to.set(key, structuredClone(value));
}
