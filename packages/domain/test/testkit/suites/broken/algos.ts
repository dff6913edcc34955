import {
  type AlgoRepository,
  algoView,
  type DamagedError,
  rightOn,
  type Usage,
  viewBytes,
} from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { absentIfDamaged, type BrokenVariants, onData, tick } from './broken.ts';

const on = onData(memoryAlgoRepository);

export const brokenAlgos: BrokenVariants<Fixture<AlgoRepository>> = {
  'takes a damaged record for absent': {
    fails: 'rejects for a damaged record',
    open: on((port) => ({ findByRef: (ref) => absentIfDamaged(port.findByRef(ref), null) })),
  },
  'serves values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({ findById: async (id) => structuredClone(data.algos.get(id) ?? null) })),
  },
  'lists values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({
      listByOwner: async (ownerId) => [...data.algos.values()].filter((algo) => algo.ownerId === ownerId),
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
  'skips a damaged record in silence': {
    fails: 'leaves a damaged record out of what user 1',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible(query, () => {}) })),
  },
  'lets a damaged record stop a list': {
    fails: 'leaves a damaged right out of what user 2',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible(query) })),
  },
  'ends a list at a page with damaged records': {
    fails: 'continues after damaged records from page to page',
    open: on((port) => ({
      async listAccessible(query, onDamaged) {
        const { algos, next } = await port.listAccessible(query, onDamaged);
        return { algos, next: algos.length < query.limit ? null : next };
      },
    })),
  },
  'tells of a damaged record with each page around it': {
    fails: 'continues after damaged records from page to page',
    open: on((port) => ({
      async listAccessible(query, onDamaged) {
        const page = await port.listAccessible(query, onDamaged);
        return { ...page, next: page.next === null ? null : (page.algos.at(-1)?.id ?? page.next) };
      },
    })),
  },
  'makes up a right where it cannot be read': {
    fails: 'leaves a damaged right out of what user 2',
    open: on((port, data) => ({
      async listAccessible(query, onDamaged) {
        const page = await port.listAccessible(query, () => {});
        const damaged = [...data.algos.values()].filter(({ id }) => data.damageOf('algos', id) !== undefined);
        for (const { id } of damaged) onDamaged?.(data.damageOf('algos', id) as DamagedError); // filtered by it
        return { ...page, algos: [...page.algos, ...damaged.map((algo) => algoView(algo, 'Read'))] };
      },
    })),
  },
  'lists no more of an owner behind a damaged record': {
    fails: 'omits a damaged record from the records of an owner',
    open: on((port) => ({
      listByOwner: async (ownerId, limit, onDamaged) =>
        (await port.listByOwner(ownerId, limit, onDamaged)).slice(0, limit - 1),
    })),
  },
  'deletes no damaged record': {
    fails: 'deletes a damaged record of any version',
    open: on((port) => ({ delete: async (id, version) => version !== null && port.delete(id, version) })),
  },
  'takes no rights out of a damaged record': {
    fails: 'removes rights from a record in which another field is damaged',
    open: on((port, data) => ({
      async removeRights(userId, onDamaged) {
        for (const { id } of data.algos.values()) if (data.damageOf('algos', id) !== undefined) return;
        await port.removeRights(userId, onDamaged);
      },
    })),
  },
  'lets damaged rights stop the removal of others': {
    fails: 'removes rights from the records before and after one with damaged rights',
    open: on((port) => ({ removeRights: (userId) => port.removeRights(userId) })),
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
  'finds the next id from what is there at a restart': {
    fails: 'reuses no id after a restart',
    open: on((_port, data) => {
      data.lastIds.set('algo', Math.max(0, ...data.algos.keys()));
      return {};
    }),
  },
  'starts over when an insert is repeated': {
    fails: 'repeats an insert without further effect',
    open: on((port, data) => ({
      insert(algo) {
        data.algos.delete(algo.id);
        return port.insert(algo);
      },
    })),
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
  'deletes whatever the version': {
    fails: 'deletes a record of the given version',
    open: on((_port, data) => ({ delete: async (id) => data.algos.delete(id) })),
  },
  'says to everybody that they deleted it': {
    fails: 'lets one of 30 racing deletes succeed',
    open: on((port) => ({
      async delete(id, version) {
        const found = await port.findById(id);
        await tick();
        return (await port.delete(id, version)) || found?.version === version;
      },
    })),
  },
  'lists what one of both can access': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      listAccessible: ({ seenBy: _, ...query }) => port.listAccessible({ ...query, seenBy: query.by }),
    })),
  },
  'forgets the limit': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible({ ...query, limit: 1_000 }) })),
  },
  'takes a limit of 0 for none': {
    fails: 'accepts 0 as `after` and as a limit',
    open: on((port) => ({ listByOwner: (owner, limit) => port.listByOwner(owner, limit || 1_000) })),
  },
  'takes the id of after too': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      listAccessible: ({ after = 0, ...query }) => port.listAccessible({ ...query, after: after - 1 }),
    })),
  },
  'forgets the bound of bytes': {
    fails: 'ends a page at its limit of bytes',
    open: on((port) => ({
      listAccessible: (query) => port.listAccessible({ ...query, maxBytes: Number.MAX_SAFE_INTEGER }),
    })),
  },
  'gives an empty page where the first record is over the bound': {
    fails: 'ends a page at its limit of bytes',
    open: on((port) => ({
      async listAccessible(query) {
        const page = await port.listAccessible(query);
        return page.algos.some((algo) => viewBytes(algo) > query.maxBytes) ? { ...page, algos: [] } : page;
      },
    })),
  },
  'says that more follow after the last page': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      async listAccessible(query) {
        const { algos } = await port.listAccessible(query);
        return { algos, next: algos.length === query.limit ? (algos.at(-1)?.id ?? null) : null };
      },
    })),
  },
  'shows every right to everybody': {
    fails: 'shows the whole list of rights to the owner',
    open: on((port, data) => ({
      async listAccessible(query) {
        const { algos, next } = await port.listAccessible(query);
        const shown = algos.map((algo) => ({
          ...algo,
          permsAlgorithme: data.algos.get(algo.id)?.permsAlgorithme ?? [],
        }));
        return { algos: shown, next };
      },
    })),
  },
  'invents a right': {
    fails: 'shows the whole list of rights to the owner',
    open: on((port) => ({
      async listAccessible(query) {
        const { algos, next } = await port.listAccessible(query);
        return { algos: algos.map((algo) => (algo.droits === 'Owner' ? algo : { ...algo, droits: 'Read' })), next };
      },
    })),
  },
  'lists the newest first': {
    fails: 'by ascending id',
    open: on((port) => ({ listByOwner: async (owner, limit) => (await port.listByOwner(owner, limit)).toReversed() })),
  },
  'lists what is shared as owned': {
    fails: 'by ascending id',
    open: on((_port, data) => ({
      listByOwner: async (owner, limit) =>
        [...data.algos.values()].filter((algo) => rightOn(algo, owner) !== null).slice(0, limit),
    })),
  },
  'counts what is shared, too': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((_port, data) => ({
      async usage(ownerId) {
        const all = [...data.algos.values()].filter((algo) => rightOn(algo, ownerId) !== null);
        return { algos: all.length, bytes: all.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
      },
    })),
  },
  'counts what was deleted': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((port) => {
      const deleted = { algos: 0, bytes: 0 };
      return {
        async delete(id, version) {
          const isDeleted = await port.delete(id, version);
          if (isDeleted) deleted.algos += 1;
          return isDeleted;
        },
        async usage(ownerId) {
          const { algos, bytes } = await port.usage(ownerId);
          return { algos: algos + deleted.algos, bytes };
        },
      };
    }),
  },
  'counts an insert by itself, and every repetition': {
    fails: 'counts a repeated insert once',
    open: on((port) => {
      const used = { algos: 0, bytes: 0 };
      return {
        insert(algo) {
          used.algos += 1;
          used.bytes += algo.contentBytes;
          return port.insert(algo);
        },
        usage: async () => ({ ...used }),
      };
    }),
  },
  'counts bytes in 32 bits': {
    fails: 'more bytes than 32 bits hold',
    open: on((port) => ({
      async usage(ownerId) {
        const { algos, bytes } = await port.usage(ownerId);
        return { algos, bytes: bytes | 0 };
      },
    })),
  },
  'remembers what it counted first': {
    fails: 'counts the algorithms of an owner and the bytes of their content',
    open: on((port) => {
      const kept = new Map<number, Usage>();
      return {
        async usage(ownerId) {
          const found = kept.get(ownerId) ?? (await port.usage(ownerId));
          kept.set(ownerId, found);
          return found;
        },
      };
    }),
  },
  'keeps the size of the content that was there first': {
    fails: 'changes only the fields that a commit names',
    open: on((port) => ({
      compareAndSet: (id, version, { contentBytes: _, ...changes }) => port.compareAndSet(id, version, changes),
    })),
  },
  'takes rights without raising the version': {
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
  'takes rights of the first record only': {
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
