import type { AlgoRepository } from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { brokenAlgoLists } from './algoLists.ts';
import { brokenAlgoUsage } from './algoUsage.ts';
import { absentIfDamaged, type BrokenVariants, onData, tick } from './broken.ts';
import { wrongOnDamagedAlgos } from './damagedAlgos.ts';
import { brokenAlgoSearches } from './foundAlgos.ts';
import { brokenSharing } from './sharing.ts';

const on = onData(memoryAlgoRepository);

export const brokenAlgos: BrokenVariants<Fixture<AlgoRepository>> = {
  ...wrongOnDamagedAlgos,
  ...brokenAlgoSearches,
  ...brokenAlgoLists,
  ...brokenAlgoUsage,
  ...brokenSharing,
  'serves values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({ findById: async (id) => structuredClone(data.algos.get(id) ?? null) })),
  },
  'finds a record for everybody': {
    fails: 'finds a record for those who can access it',
    open: on((port) => ({ findById: (id) => port.findById(id) })),
  },
  'finds a record for its owner alone': {
    fails: 'finds a record for those who can access it',
    open: on((port) => ({
      async findById(id, userId) {
        const algo = await port.findById(id);
        return userId === undefined || algo?.ownerId === userId ? algo : null;
      },
    })),
  },
  'raises a version that cannot be raised': {
    fails: 'changes nothing of a record whose version cannot be raised',
    open: on((port, data) => ({
      async compareAndSet(id, version, changes) {
        const algo = data.algos.get(id);
        if (algo?.version === version) data.algos.set(id, { ...algo, ...changes, version: version + 1 });
        return port.findById(id);
      },
    })),
  },
  'takes a version that cannot be raised for another': {
    fails: 'changes nothing of a record whose version cannot be raised',
    open: on((port) => ({
      compareAndSet: (id, version, changes) => absentIfDamaged(port.compareAndSet(id, version, changes), null),
    })),
  },
  'forgets who made a change': {
    fails: 'keeps who saved the source code, and when',
    open: on((port) => ({
      compareAndSet: (id, version, { modifiedBy: _, ...changes }) => port.compareAndSet(id, version, changes),
    })),
  },
  'forgets when a source code was saved': {
    fails: 'keeps who saved the source code, and when',
    open: on((port) => ({
      compareAndSet: (id, version, { dateSource: _, ...changes }) => port.compareAndSet(id, version, changes),
    })),
  },
  'resolves to the record that has the id': {
    fails: 'never replaces a record by an insert',
    open: on((port) => ({ insert: async (algo) => (await port.findById(algo.id)) ?? port.insert(algo) })),
  },
  'counts ids in each process': {
    fails: 'ascending, each once',
    open: on(() => {
      let last = 0;
      return {
        async nextId() {
          last += 1;
          return last;
        },
      };
    }),
  },
  'computes the next id from existing records at a restart': {
    fails: 'reuses no id after a restart',
    open: on((_port, data) => {
      data.lastIds.set('algo', Math.max(0, ...data.algos.keys()));
      return {};
    }),
  },
  'replaces a record when an insert is repeated': {
    fails: 'repeats an insert without further effect',
    open: on((port, data) => ({
      insert(algo) {
        data.algos.delete(algo.id);
        return port.insert(algo);
      },
    })),
  },
  'saves every record at the top': {
    fails: 'saves a record in the folders that it is given',
    open: on((port) => ({ insert: (algo) => port.insert({ ...algo, places: [] }) })),
  },
  'sorts rights by user': {
    fails: 'keeps every value exactly',
    open: on((port) => ({
      insert: (algo) =>
        port.insert({
          ...algo,
          permsAlgorithme: algo.permsAlgorithme.toSorted((one, other) => one.idUtilisateur - other.idUtilisateur),
        }),
    })),
  },
  'compares the version first and writes later': {
    fails: 'lets one of 40 racing commits succeed',
    open: on((port) => ({
      async compareAndSet(id, version, changes) {
        if ((await port.findById(id))?.version !== version) return null;
        await tick();
        return port.compareAndSet(id, (await port.findById(id))?.version ?? version, changes);
      },
    })),
  },
  'keeps the version when only rights change': {
    fails: 'changes only the fields that a commit names',
    open: on((port, data) => ({
      async compareAndSet(id, version, changes) {
        const algo = await port.compareAndSet(id, version, changes);
        if (algo === null || changes.permsAlgorithme === undefined || changes.nom !== undefined) return algo;
        data.algos.set(id, { ...algo, version });
        return { ...algo, version };
      },
    })),
  },
  'deletes a record of any version': {
    fails: 'deletes a record of the given version',
    open: on((_port, data) => ({ delete: async (id) => data.algos.delete(id) })),
  },
  'resolves every racing delete to true': {
    fails: 'lets one of 30 racing deletes succeed',
    open: on((port) => ({
      async delete(id, version) {
        const found = await port.findById(id);
        await tick();
        return (await port.delete(id, version)) || found?.version === version;
      },
    })),
  },
  'removes rights without raising the version': {
    fails: 'removes a user from every list of rights',
    open: on((port, data) => ({
      async removeRights(userId) {
        const before = new Map(data.algos);
        await port.removeRights(userId);
        for (const algo of data.algos.values()) {
          data.algos.set(algo.id, { ...algo, version: before.get(algo.id)?.version ?? algo.version });
        }
      },
    })),
  },
  'removes rights from the first record only': {
    fails: 'removes a user from every list of rights',
    open: on((_port, data) => ({
      async removeRights(userId) {
        const algo = [...data.algos.values()].find(({ permsAlgorithme }) =>
          permsAlgorithme.some(({ idUtilisateur }) => idUtilisateur === userId),
        );
        const permsAlgorithme = algo?.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId) ?? [];
        if (algo !== undefined) data.algos.set(algo.id, { ...algo, permsAlgorithme, version: algo.version + 1 });
      },
    })),
  },
};
