import type { AlgoHistory } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoHistory } from '../../../../testkit/memory/index.ts';
import type { AlgoHistoryFixture } from '../../../../testkit/suites/index.ts';
import { historyFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const history = (changesOf: (port: AlgoHistory, data: MemoryData) => Partial<AlgoHistory>) => () =>
  historyFixture((data) => {
    const port = memoryAlgoHistory(data);
    return override(port, changesOf(port, data));
  });

export const brokenHistory: BrokenVariants<AlgoHistoryFixture> = {
  'lists versions as they came': {
    fails: 'finds the versions of an algorithm, the highest first',
    open: history((_port, data) => ({
      list: async (id) => [...data.history.values()].map(({ former }) => former).filter((former) => former.id === id),
    })),
  },
  'lets the last writer win': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry, most) {
        data.history.delete(entry.former.ref);
        return port.put(entry, most);
      },
    })),
  },
  'lets the first writer win': {
    fails: 'has the highest version after a race of all',
    open: history((port, data) => ({
      put: async (entry, most) => (data.history.has(entry.former.ref) ? 0 : port.put(entry, most)),
    })),
  },
  'lets a version take the place of its deletion': {
    fails: 'replaces a version by its deletion, and not a deletion by its version',
    open: history((port, data) => ({
      async put(entry, most) {
        if (data.history.get(entry.former.ref)?.former.version === entry.former.version)
          data.history.delete(entry.former.ref);
        return port.put(entry, most);
      },
    })),
  },
  'gives a deletion that is repeated the same end': {
    fails: 'gives a deleted entry a later end with each write',
    open: history((port, data) => ({
      async put(entry, most) {
        if (data.history.get(entry.former.ref)?.former.dateSuppression === entry.former.dateSuppression)
          data.history.delete(entry.former.ref);
        return port.put(entry, most);
      },
    })),
  },
  'does not tell that an entry was there': {
    fails: 'tells whether an entry was there, and when it ends',
    open: history((port) => ({
      async put(entry, most) {
        await port.put(entry, most);
        return null;
      },
    })),
  },
  'keeps the end of a repeated entry': {
    fails: 'replaces an entry of the same content by a higher version only',
    open: history((port, data) => ({
      async put(entry, most) {
        const end = data.history.get(entry.former.ref)?.former.dateExpiration ?? entry.former.dateExpiration;
        return port.put({ ...entry, former: { ...entry.former, dateExpiration: end } }, most);
      },
    })),
  },
  'keeps all versions': {
    fails: 'keeps the highest versions of an algorithm',
    open: history((port) => ({ put: (entry) => port.put(entry) })),
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
  'lists every deletion of an algorithm': {
    fails: 'lists a deleted algorithm by its highest version only',
    open: history((_port, data) => ({
      listDeleted: async ({ ownerId }) =>
        [...data.history.values()]
          .map(({ former }) => former)
          .filter((former) => former.ownerId === ownerId && former.dateSuppression !== null),
    })),
  },
  'begins each page anew': {
    fails: 'lists what an owner has deleted, the latest first',
    open: history((port) => ({ listDeleted: ({ after: _, ...query }, tell) => port.listDeleted(query, tell) })),
  },
  'counts deleted algorithms as versions': {
    fails: 'counts the bytes of versions',
    open: history((_port, data) => ({
      keepVersions: async (ownerId) =>
        [...data.history.values()]
          .filter(({ former }) => former.ownerId === ownerId)
          .reduce((sum, { former }) => sum + former.contentBytes, 0),
    })),
  },
  'removes the versions that end last': {
    fails: 'removes the versions of an owner that end first',
    open: history((port, data) => ({
      async keepVersions(ownerId, mostBytes = Number.POSITIVE_INFINITY) {
        let bytes = await port.keepVersions(ownerId);
        const own = [...data.history.values()].filter(
          ({ former }) => former.ownerId === ownerId && former.dateSuppression === null,
        );
        for (const { former } of own.sort((one, other) => other.former.dateExpiration - one.former.dateExpiration)) {
          if (bytes <= mostBytes) break;
          data.history.delete(former.ref);
          bytes -= former.contentBytes;
        }
        return bytes;
      },
    })),
  },
  'keeps versions that have no room': {
    fails: 'removes the versions of an owner that end first',
    open: history((port) => ({ keepVersions: (ownerId) => port.keepVersions(ownerId) })),
  },
  'leaves the grants of what was deleted': {
    fails: 'takes the grants out of the entries of one owner',
    open: history(() => ({ dropGrants: async () => {} })),
  },
  'removes an entry that ends later by now': {
    fails: 'removes an entry that has the end which was read',
    open: history((_port, data) => ({ remove: async ({ ref }) => data.history.delete(ref) })),
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
  'cuts no entry of the bin': {
    fails: 'cuts what ends later than a date',
    open: history((port, data) => ({
      async cut(latest) {
        const bin = [...data.history].filter(([, { former }]) => former.dateSuppression !== null);
        await port.cut(latest);
        for (const [ref, entry] of bin) data.history.set(ref, entry);
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
