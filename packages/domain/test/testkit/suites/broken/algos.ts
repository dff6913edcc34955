import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { brokenAlgoLists } from './algoLists.ts';
import { brokenAlgoUsage } from './algoUsage.ts';
import { narrow, onData, tick } from './broken.ts';
import { wrongOnDamagedAlgos } from './damagedAlgos.ts';
import { brokenAlgoSearches } from './foundAlgos.ts';
import { brokenSharing } from './sharing.ts';

const on = onData(memoryAlgoRepository);

export const brokenAlgos = [
  ...wrongOnDamagedAlgos,
  ...brokenAlgoSearches,
  ...brokenAlgoLists,
  ...brokenAlgoUsage,
  ...brokenSharing,
  on('finds a record for everybody', 'finds a record for those who can access it', (port) => ({
    findById: (id) => port.findById(id),
  })),
  on('finds a record for its owner alone', 'finds a record for those who can access it', (port) => ({
    async findById(id, userId) {
      const algo = await port.findById(id);
      return userId === undefined || algo?.ownerId === userId ? algo : null;
    },
  })),
  on(
    'raises a version that cannot be raised',
    'changes nothing of a record whose version cannot be raised',
    (port, data) => ({
      async compareAndSet(id, version, changes) {
        const algo = data.algos.get(id);
        if (algo?.version === version) data.algos.set(id, { ...algo, ...changes, version: version + 1 });
        return port.findById(id);
      },
    }),
  ),
  on('forgets who made a change', 'keeps who saved the source code, and when', (port) => ({
    compareAndSet: (id, version, { modifiedBy: _, ...changes }) => port.compareAndSet(id, version, changes),
  })),
  on('resolves to the record that has the id', 'never replaces a record by an insert', (port) => ({
    insert: async (algo) => (await port.findById(algo.id)) ?? port.insert(algo),
  })),
  on('counts ids in each process', 'ascending, each once', () => {
    let last = 0;
    return {
      async nextId() {
        last += 1;
        return last;
      },
    };
  }),
  on('computes the next id from existing records at a restart', 'reuses no id after a restart', (_port, data) => {
    data.lastIds.set('algo', Math.max(0, ...data.algos.keys()));
    return {};
  }),
  on('replaces a record when an insert is repeated', 'repeats an insert without further effect', (port, data) => ({
    insert(algo) {
      data.algos.delete(algo.id);
      return port.insert(algo);
    },
  })),
  on('saves every record at the top', 'saves a record in the folders that it is given', (port) => ({
    insert: (algo) => port.insert({ ...algo, places: [] }),
  })),
  on('sorts rights by user', 'keeps every value exactly', (port) => ({
    insert: (algo) =>
      port.insert({
        ...algo,
        permsAlgorithme: algo.permsAlgorithme.toSorted((one, other) => one.idUtilisateur - other.idUtilisateur),
      }),
  })),
  on('compares the version first and writes later', 'lets one of 40 racing commits succeed', (port) => ({
    async compareAndSet(id, version, changes) {
      if ((await port.findById(id))?.version !== version) return null;
      await tick();
      return port.compareAndSet(id, (await port.findById(id))?.version ?? version, changes);
    },
  })),
  on('deletes a record of any version', 'deletes a record of the given version', (_port, data) => ({
    delete: async (id) => data.algos.delete(id),
  })),
  on('resolves every racing delete to true', 'lets one of 30 racing deletes succeed', (port) => ({
    async delete(id, version) {
      const found = await port.findById(id);
      await tick();
      return (await port.delete(id, version)) || found?.version === version;
    },
  })),
  on('finds references in any case', 'finds null for an absent record', (port) => ({
    findByRef: (ref) => port.findByRef(ref.toLowerCase()),
  })),
  on('resolves a repeated insert to the given record', 'repeats an insert', (port) => ({
    async insert(algo) {
      await port.insert(algo);
      return { ...algo, places: [], waiting: [], version: 1 };
    },
  })),
  on('compares versions in 32 bits', 'changes nothing if the version differs', (port) => ({
    compareAndSet: (id, version, set) => port.compareAndSet(id, narrow(version), set),
  })),
];
