import type { AlgoBin, DeletedAlgo } from '../../../../src/index.ts';
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
function changeAll(data: MemoryData, ownerId: number, changes: (algo: DeletedAlgo) => Partial<DeletedAlgo>): void {
  for (const algo of data.bin.values())
    if (algo.ownerId === ownerId) data.bin.set(algo.id, { ...algo, ...changes(algo) });
}

export const brokenBin: BrokenVariants<AlgoBinFixture> = {
  'moves a record of any version': {
    fails: 'has a record that is moved to it',
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
    fails: 'has a record that is moved to it',
    open: bin((port, data) => ({
      async add(id, version, deletion) {
        const waiting = data.algos.get(id)?.waiting ?? [];
        const isMoved = await port.add(id, version, deletion);
        const entry = data.bin.get(id);
        if (entry !== undefined) data.bin.set(id, { ...entry, waiting });
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
      restore: (id, _version, fields) => port.restore(id, data.bin.get(id)?.version ?? 0, fields),
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
        port.restore(id, version, { ...fields, permsAlgorithme: data.bin.get(id)?.permsAlgorithme ?? [] }),
    })),
  },
  'finds what it has under any reference': {
    fails: 'has a record that is moved to it',
    open: bin((_port, data) => ({ idOf: async () => data.bin.keys().next().value ?? null })),
  },
  'begins each page anew': {
    fails: 'lists what an owner has deleted, the latest first',
    open: bin((port) => ({ list: ({ after: _, ...query }, tell) => port.list(query, tell) })),
  },
  'lists the entries of all owners': {
    fails: 'lists what an owner has deleted, the latest first',
    open: bin((port, data) => ({
      async list(query, tell) {
        const owners = new Set([...data.bin.values()].map(({ ownerId }) => ownerId));
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
  'counts no rights': {
    fails: 'counts the rights on what it has',
    open: bin((_port, data) => ({
      async usage(ownerId) {
        const own = [...data.bin.values()].filter((algo) => algo.ownerId === ownerId);
        return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      },
    })),
  },
  'removes any version': {
    fails: 'removes what has the version that was read',
    open: bin((_port, data) => ({ remove: async ({ id }) => data.bin.delete(id) })),
  },
  'lists the keys of all owners': {
    fails: 'lists the keys of all that an owner has deleted',
    open: bin((port) => ({ listOwned: (_ownerId, limit) => port.listUntil(Number.MAX_SAFE_INTEGER, limit) })),
  },
  'lists keys without a bound': {
    fails: 'lists the keys of all that an owner has deleted',
    open: bin((port) => ({ listOwned: (ownerId) => port.listOwned(ownerId, 1_000) })),
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
        changeAll(data, ownerId, ({ places }) => ({
          permsAlgorithme: [],
          places: places.filter(({ idUtilisateur }) => idUtilisateur === ownerId),
        })),
    })),
  },
  'raises what has no rights': {
    fails: 'takes the rights out of what one owner has deleted',
    open: bin((port, data) => ({
      async dropRights(ownerId) {
        await port.dropRights(ownerId);
        changeAll(data, ownerId, ({ version }) => ({ version: 2 * version }));
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
