import type { AlgoHistory } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoHistory } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { historyFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const history = (changesOf: (port: AlgoHistory, data: MemoryData) => Partial<AlgoHistory>) => () =>
  historyFixture((data) => {
    const port = memoryAlgoHistory(data);
    return override(port, changesOf(port, data));
  });

export const brokenHistory: BrokenVariants<Fixture<AlgoHistory>> = {
  'lists versions as they came': {
    fails: 'finds the versions of an algorithm, the highest first',
    open: history((_port, data) => ({
      list: async (id) => [...data.history.values()].filter((former) => former.id === id),
    })),
  },
  'lets the last writer win': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry) {
        data.history.delete(entry.ref);
        return port.put(entry);
      },
    })),
  },
  'lets the first writer win': {
    fails: 'has the highest version after a race of all',
    open: history((port, data) => ({
      put: async (entry) => (data.history.has(entry.ref) ? undefined : port.put(entry)),
    })),
  },
  'keeps the end of a repeated entry': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry) {
        const end = data.history.get(entry.ref)?.dateExpiration ?? entry.dateExpiration;
        return port.put({ ...entry, dateExpiration: end });
      },
    })),
  },
  'counts the versions of all owners': {
    fails: 'counts the bytes of the versions of an owner',
    open: history((_port, data) => ({
      bytesOf: async () => [...data.history.values()].reduce((sum, { contentBytes }) => sum + contentBytes, 0),
    })),
  },
  'removes an entry that ends later by now': {
    fails: 'removes an entry that has the end which was read',
    open: history((_port, data) => ({
      async remove(entries) {
        for (const { ref } of entries) data.history.delete(ref);
        return entries.map(({ ref }) => ref);
      },
    })),
  },
  'cuts every entry': {
    fails: 'cuts what ends later than a date',
    open: history((port, data) => ({
      async cut(latest) {
        for (const former of data.history.values()) Object.assign(former, { dateExpiration: latest - 1 });
        await port.cut(latest);
      },
    })),
  },
  'prolongs an entry that ends later by now': {
    fails: 'prolongs an entry that has the end which was read',
    open: history((port, data) => ({
      async prolong({ ref, id }, until) {
        const dateExpiration = data.history.get(ref)?.dateExpiration ?? 0;
        await port.prolong({ ref, id, dateExpiration }, until);
      },
    })),
  },
  'reads all of what has ended': {
    fails: 'lists what has ended whatever else of it is damaged',
    open: history((port, data) => ({
      async listEnded(now, limit) {
        const found = await port.listEnded(now, limit);
        for (const { id } of data.history.size > 0 ? found : []) await port.list(id);
        return found;
      },
    })),
  },
  'lists ended entries without a bound': {
    fails: 'lists what has ended, the earliest first',
    open: history((port) => ({ listEnded: (now) => port.listEnded(now, 1_000) })),
  },
  'says that all is gone': {
    fails: 'removes several entries, and says which are gone',
    open: history((port) => ({
      async remove(entries) {
        await port.remove(entries);
        return entries.map(({ ref }) => ref);
      },
    })),
  },
  'lists keys as they came': {
    fails: 'lists the keys of an algorithm or an owner, those that end first',
    open: history((port, data) => ({
      async listKeys(of, limit) {
        const found = await port.listKeys(of, 1_000);
        const refs = [...data.history.keys()];
        return [...found].sort((one, other) => refs.indexOf(one.ref) - refs.indexOf(other.ref)).slice(0, limit);
      },
    })),
  },
  'lists the keys of all owners': {
    fails: 'lists the keys of an algorithm or an owner, those that end first',
    open: history((_port, data) => ({ listKeys: async (_of, limit) => [...data.history.values()].slice(0, limit) })),
  },
};
