import type { AlgoBin, BinEntry } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoBin, memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { AlgoBinFixture } from '../../../../testkit/suites/index.ts';
import { binFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const bin = (changesOf: (port: AlgoBin, data: MemoryData) => Partial<AlgoBin>) => () =>
  binFixture((data) => {
    const port = memoryAlgoBin(data);
    return override(port, changesOf(port, data));
  });

/** Changes what is in the bin of an owner. */
function changeAll(data: MemoryData, ownerId: number, changes: (entry: BinEntry) => Partial<BinEntry['algo']>): void {
  for (const entry of data.bin.values())
    if (entry.algo.ownerId === ownerId)
      data.bin.set(entry.algo.id, { ...entry, algo: { ...entry.algo, ...changes(entry) } });
}

export const brokenBin: BrokenVariants<AlgoBinFixture> = {
  'moves a record of any version': {
    fails: 'has a record that is moved to it, with its content',
    open: bin((port, data) => ({
      add: (id, _version, deletion) => port.add(id, data.algos.get(id)?.version ?? 0, deletion),
    })),
  },
  'keeps the record beside its entry': {
    fails: 'hides what it has from the records',
    open: bin((port, data) => ({
      async add(id, version, deletion) {
        const algo = data.algos.get(id);
        const isMoved = await port.add(id, version, deletion);
        if (isMoved && algo !== undefined) data.algos.set(id, algo);
        return isMoved;
      },
    })),
  },
  'keeps shares that wait': {
    fails: 'has a record that is moved to it, with its content',
    open: bin((port, data) => ({
      async add(id, version, deletion) {
        const waiting = data.algos.get(id)?.waiting ?? [];
        const isMoved = await port.add(id, version, deletion);
        const entry = data.bin.get(id);
        if (entry !== undefined) data.bin.set(id, { ...entry, algo: { ...entry.algo, waiting } });
        return isMoved;
      },
    })),
  },
  'lets two moves of a record succeed': {
    fails: 'lets one of 30 racing moves succeed',
    open: bin((port, data) => ({
      add: async (id, version, deletion) => (await port.add(id, version, deletion)) || data.bin.has(id),
    })),
  },
  'makes a record of any version': {
    fails: 'makes a record again of what it has',
    open: bin((port, data) => ({
      restore: (id, _version, fields) => port.restore(id, data.bin.get(id)?.algo.version ?? 0, fields),
    })),
  },
  'leaves what it has restored': {
    fails: 'makes a record again of what it has',
    open: bin((port, data) => ({
      async restore(id, version, fields) {
        const entry = data.bin.get(id);
        const restored = await port.restore(id, version, fields);
        if (entry !== undefined) data.bin.set(id, entry);
        return restored;
      },
    })),
  },
  'restores with the version that it had': {
    fails: 'takes a record more than once',
    open: bin((port, data) => ({
      async restore(id, version, fields) {
        const restored = await port.restore(id, version, fields);
        if (restored !== null) data.algos.set(id, { ...restored, version });
        return restored;
      },
    })),
  },
  'restores the rights that it has': {
    fails: 'makes a record again without rights and places that have gone',
    open: bin((port, data) => ({
      restore: (id, version, fields) =>
        port.restore(id, version, { ...fields, permsAlgorithme: data.bin.get(id)?.algo.permsAlgorithme ?? [] }),
    })),
  },
  'gives its own bytes': {
    fails: 'keeps a large content byte by byte',
    open: bin((port, data) => ({
      find: async (id) => ((await port.find(id)) === null ? null : (data.bin.get(id) ?? null)),
    })),
  },
  'begins each page anew': {
    fails: 'lists what an owner has deleted, the latest first',
    open: bin((port) => ({ list: ({ after: _, ...query }, tell) => port.list(query, tell) })),
  },
  'lists the entries of all owners': {
    fails: 'lists what an owner has deleted, the latest first',
    open: bin((port, data) => ({
      async list(query, tell) {
        const owners = new Set([...data.bin.values()].map(({ algo }) => algo.ownerId));
        return (await Promise.all([...owners].map((ownerId) => port.list({ ...query, ownerId }, tell)))).flat();
      },
    })),
  },
  'counts as nothing': {
    fails: 'counts as algorithms of their owner',
    open: async () => {
      const fixture = await binFixture();
      const { algos } = fixture;
      const usage = async (ownerId: number) => {
        const own = await algos.listByOwner(ownerId, 100);
        return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      };
      return { ...fixture, algos: override(algos, { usage }) };
    },
  },
  'removes any version': {
    fails: 'removes what has the version that was read',
    open: bin((_port, data) => ({ remove: async ({ id }) => data.bin.delete(id) })),
  },
  'empties the bins of all owners': {
    fails: 'removes all of an owner',
    open: bin((_port, data) => ({ empty: async () => data.bin.clear() })),
  },
  'lists old deletions without a bound': {
    fails: 'lists what was deleted before a date, the earliest first',
    open: bin((port) => ({ listUntil: (date) => port.listUntil(date, 1_000) })),
  },
  'leaves the rights of what was deleted': {
    fails: 'takes the rights out of what one owner has deleted',
    open: bin(() => ({ dropRights: async () => {} })),
  },
  'takes rights out of a version that stays': {
    fails: 'takes the rights out of what one owner has deleted',
    open: bin((_port, data) => ({
      dropRights: async (ownerId) =>
        changeAll(data, ownerId, ({ algo }) => ({
          permsAlgorithme: [],
          places: algo.places.filter(({ idUtilisateur }) => idUtilisateur === ownerId),
        })),
    })),
  },
  'raises what has no rights': {
    fails: 'takes the rights out of what one owner has deleted',
    open: bin((port, data) => ({
      async dropRights(ownerId) {
        await port.dropRights(ownerId);
        changeAll(data, ownerId, ({ algo }) => ({ version: 2 * algo.version }));
      },
    })),
  },
  'lets a new record take an id of its own': {
    fails: 'takes the id of what it has',
    open: async () => {
      const fixture = await binFixture();
      const other = memoryAlgoRepository();
      return {
        ...fixture,
        algos: override(fixture.algos, {
          insert: async (algo) => {
            try {
              return await fixture.algos.insert(algo);
            } catch {
              return other.insert(algo);
            }
          },
        }),
      };
    },
  },
};
