import { memoryAlgoBin, memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { binFixture } from '../../memory/memoryFixtures.ts';
import { broken, onDataOf, override } from './broken.ts';

const bin = onDataOf(memoryAlgoBin, binFixture);

export const brokenBin = [
  bin('moves a record of any version', 'has a record that is moved to it', (port, data) => ({
    add: (id, _version, deletion) => port.add(id, data.algos.get(id)?.version ?? 0, deletion),
  })),
  bin('keeps the record beside its entry', 'hides what it has from the records', (port, data) => ({
    async add(id, version, deletion) {
      const algo = data.algos.get(id);
      const isMoved = await port.add(id, version, deletion);
      if (isMoved && algo !== undefined) data.algos.set(id, algo);
      return isMoved;
    },
  })),
  bin('lets two moves of a record succeed', 'lets one of 30 racing moves succeed', (port, data) => ({
    add: async (id, version, deletion) => (await port.add(id, version, deletion)) || data.bin.has(id),
  })),
  bin('makes a record of any version', 'makes a record again of what it has', (port, data) => ({
    restore: (id, _version, fields) => port.restore(id, data.bin.get(id)?.version ?? 0, fields),
  })),
  bin('restores with the version that it had', 'takes a record more than once', (port, data) => ({
    async restore(id, version, fields) {
      const restored = await port.restore(id, version, fields);
      if (restored !== null) data.algos.set(id, { ...restored, version });
      return restored;
    },
  })),
  bin(
    'restores the rights that it has',
    'makes a record again without rights and places that have gone',
    (port, data) => ({
      restore: (id, version, fields) =>
        port.restore(id, version, { ...fields, permsAlgorithme: data.bin.get(id)?.permsAlgorithme ?? [] }),
    }),
  ),
  bin('begins each page anew', 'lists what an owner has deleted, the latest first', (port) => ({
    list: ({ after: _, ...query }, tell) => port.list(query, tell),
  })),
  broken('counts as nothing', 'counts as algorithms of their owner', async () => {
    const fixture = await binFixture();
    const { algos } = fixture;
    const usage = async (ownerId: number) => {
      const own = (await algos.listAll({ after: 0, limit: 100 })).filter((algo) => algo.ownerId === ownerId);
      return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
    };
    return { ...fixture, algos: override(algos, { usage }) };
  }),
  bin('counts no rights', 'counts the rights on what it has', (_port, data) => ({
    async usage(ownerId) {
      const own = [...data.bin.values()].filter((algo) => algo.ownerId === ownerId);
      return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
    },
  })),
  bin('removes any version', 'removes what has the version that was read', (_port, data) => ({
    remove: async ({ id }) => data.bin.delete(id),
  })),
  bin('lists the keys of all owners', 'lists the keys of all that an owner has deleted', (port) => ({
    listOwned: (_ownerId, limit) => port.listUntil(Number.MAX_SAFE_INTEGER, limit),
  })),
  bin('lists old deletions without a bound', 'lists what was deleted before a date, the earliest first', (port) => ({
    listUntil: (date) => port.listUntil(date, 1_000),
  })),
  bin('leaves the rights of what was deleted', 'takes the rights out of what one owner has deleted', () => ({
    dropRights: async () => {},
  })),
  broken('lets a new record take an id of its own', 'takes the id of what it has', async () => {
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
  }),
];
