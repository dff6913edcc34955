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
      list: async (id) => [...data.history.values()].map(({ former }) => former).filter((former) => former.id === id),
    })),
  },
  'lets the last writer win': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry) {
        data.history.delete(entry.former.ref);
        return port.put(entry);
      },
    })),
  },
  'lets the first writer win': {
    fails: 'has the highest version after a race of all',
    open: history((port, data) => ({
      put: async (entry) => (data.history.has(entry.former.ref) ? undefined : port.put(entry)),
    })),
  },
  'keeps the end of a repeated entry': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry) {
        const end = data.history.get(entry.former.ref)?.former.dateExpiration ?? entry.former.dateExpiration;
        return port.put({ ...entry, former: { ...entry.former, dateExpiration: end } });
      },
    })),
  },
  'holds what it has not': {
    fails: 'stores an entry without its content, if it holds the content',
    open: history(() => ({ holds: async () => true })),
  },
  'stores an entry with no content': {
    fails: 'stores an entry without its content, if it holds the content',
    open: history((port) => ({
      put: ({ former, content }) => port.put({ former, content: content ?? new Uint8Array() }),
    })),
  },
  'forgets the content of an entry that it holds': {
    fails: 'stores an entry without its content, if it holds the content',
    open: history((port, data) => ({
      async put({ former, content }) {
        if (content === null && data.history.has(former.ref)) data.history.delete(former.ref);
        return port.put({ former, content: content ?? new Uint8Array() });
      },
    })),
  },
  'gives its own bytes': {
    fails: 'keeps a large content byte by byte',
    open: history((port, data) => ({
      async find(id, version) {
        const found = await port.find(id, version);
        return found && { ...found, content: data.history.get(found.former.ref)?.content ?? found.content };
      },
    })),
  },
  'removes the versions that end last': {
    fails: 'removes the versions of an owner that end first',
    open: history((port, data) => ({
      async keepVersions(ownerId, mostBytes = Number.POSITIVE_INFINITY) {
        let bytes = await port.keepVersions(ownerId);
        const own = [...data.history.values()].filter(({ former }) => former.ownerId === ownerId);
        for (const { former } of own.sort((one, other) => other.former.dateExpiration - one.former.dateExpiration)) {
          if (bytes <= mostBytes) break;
          data.history.delete(former.ref);
          bytes -= former.contentBytes;
        }
        return bytes;
      },
    })),
  },
  'counts the versions of all owners': {
    fails: 'counts the bytes of the versions of an owner',
    open: history((_port, data) => ({
      keepVersions: async () => [...data.history.values()].reduce((sum, { former }) => sum + former.contentBytes, 0),
    })),
  },
  'keeps versions that have no room': {
    fails: 'removes the versions of an owner that end first',
    open: history((port) => ({ keepVersions: (ownerId) => port.keepVersions(ownerId) })),
  },
  'removes an entry that ends later by now': {
    fails: 'removes an entry that has the end which was read',
    open: history((_port, data) => ({ remove: async ({ ref }) => void data.history.delete(ref) })),
  },
  'cuts every entry': {
    fails: 'cuts what ends later than a date',
    open: history((port, data) => ({
      async cut(latest) {
        for (const { former } of data.history.values()) Object.assign(former, { dateExpiration: latest - 1 });
        await port.cut(latest);
      },
    })),
  },
  'prolongs an entry that ends later by now': {
    fails: 'prolongs an entry that has the end which was read',
    open: history((port, data) => ({
      async prolong({ ref, id }, until) {
        const dateExpiration = data.history.get(ref)?.former.dateExpiration ?? 0;
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
  'removes the entries of all owners': {
    fails: 'removes all entries of an algorithm, or of an owner',
    open: history((_port, data) => ({ deleteByOwner: async () => data.history.clear() })),
  },
};
