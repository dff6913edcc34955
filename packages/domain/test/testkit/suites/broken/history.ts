import { memoryAlgoHistory } from '../../../../testkit/memory/index.ts';
import { onData } from './broken.ts';

const history = onData(memoryAlgoHistory);

export const brokenHistory = [
  history('lists versions as they came', 'finds the versions of an algorithm, the highest first', (_port, data) => ({
    list: async (id) => [...data.history.values()].filter((former) => former.id === id),
  })),
  history(
    'lets the last writer win',
    'replaces an entry of the same content by a higher version only',
    (port, data) => ({
      async put(entry) {
        data.history.delete(entry.ref);
        return port.put(entry);
      },
    }),
  ),
  history('lets the first writer win', 'has the highest version after a race of all', (port, data) => ({
    put: async (entry) => (data.history.has(entry.ref) ? undefined : port.put(entry)),
  })),
  history('counts the versions of all owners', 'counts the bytes of the versions of an owner', (_port, data) => ({
    bytesOf: async () => [...data.history.values()].reduce((sum, { contentBytes }) => sum + contentBytes, 0),
  })),
  history(
    'removes an entry that ends later by now',
    'removes an entry that has the end which was read',
    (_port, data) => ({
      async remove(entries) {
        for (const { ref } of entries) data.history.delete(ref);
        return entries.map(({ ref }) => ref);
      },
    }),
  ),
  history(
    'prolongs an entry that ends later by now',
    'prolongs an entry that has the end which was read',
    (port, data) => ({
      async prolong({ ref, id }, until) {
        const dateExpiration = data.history.get(ref)?.dateExpiration ?? 0;
        await port.prolong({ ref, id, dateExpiration }, until);
      },
    }),
  ),
  history('reads all of what has ended', 'lists what has ended whatever else of it is damaged', (port, data) => ({
    async listEnded(now, limit) {
      const found = await port.listEnded(now, limit);
      for (const { id } of data.history.size > 0 ? found : []) await port.list(id);
      return found;
    },
  })),
  history('lists ended entries without a bound', 'lists what has ended, the earliest first', (port) => ({
    listEnded: (now) => port.listEnded(now, 1_000),
  })),
  history('says that all is gone', 'removes several entries, and says which are gone', (port) => ({
    async remove(entries) {
      await port.remove(entries);
      return entries.map(({ ref }) => ref);
    },
  })),
  history(
    'lists keys as they came',
    'lists the keys of an algorithm or an owner, those that end first',
    (port, data) => ({
      async listKeys(of, limit) {
        const found = await port.listKeys(of, 1_000);
        const refs = [...data.history.keys()];
        return [...found].sort((one, other) => refs.indexOf(one.ref) - refs.indexOf(other.ref)).slice(0, limit);
      },
    }),
  ),
];
