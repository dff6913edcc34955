import { type AlgoRepository, rightOn, viewBytes } from '../../../../src/index.ts';
import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults of lists. */
export const brokenAlgoLists: BrokenVariants<Fixture<AlgoRepository>> = {
  'lists values that were never written': {
    fails: 'rejects for a value that was never written',
    open: on((_port, data) => ({
      listByOwner: async (ownerId) => [...data.algos.values()].filter((algo) => algo.ownerId === ownerId),
    })),
  },
  'lists records that only one of both can access': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      listAccessible: ({ seenBy: _, ...query }) => port.listAccessible({ ...query, seenBy: query.by }),
    })),
  },
  'ignores the limit': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({ listAccessible: (query) => port.listAccessible({ ...query, limit: 1_000 }) })),
  },
  'treats a limit of 0 as no limit': {
    fails: 'accepts 0 as `after` and as a limit',
    open: on((port) => ({ listByOwner: (owner, limit) => port.listByOwner(owner, limit || 1_000) })),
  },
  'includes the record with the id `after`': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      listAccessible: ({ after = 0, ...query }) => port.listAccessible({ ...query, after: after - 1 }),
    })),
  },
  'ignores the limit of bytes': {
    fails: 'ends a page at its limit of bytes',
    open: on((port) => ({
      listAccessible: (query) => port.listAccessible({ ...query, maxBytes: Number.MAX_SAFE_INTEGER }),
    })),
  },
  'returns an empty page if the first record is over the limit': {
    fails: 'ends a page at its limit of bytes',
    open: on((port) => ({
      async listAccessible(query) {
        const page = await port.listAccessible(query);
        return page.algos.some((algo) => viewBytes(algo) > query.maxBytes) ? { ...page, algos: [] } : page;
      },
    })),
  },
  'reports more records after the last page': {
    fails: 'lists the same records as a simple model',
    open: on((port) => ({
      async listAccessible(query) {
        const { algos } = await port.listAccessible(query);
        return { algos, next: algos.length === query.limit ? (algos.at(-1)?.id ?? null) : null };
      },
    })),
  },
  'shows the first version of every record': {
    fails: 'shows the version of each record',
    open: on((port) => ({
      async listAccessible(query) {
        const { algos, next } = await port.listAccessible(query);
        return { algos: algos.map((algo) => ({ ...algo, version: 1 })), next };
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
  'lists the record with the id `after` among all': {
    fails: 'lists the records of all owners after an id',
    open: on((port) => ({ listAll: ({ after, limit }) => port.listAll({ after: after - 1, limit }) })),
  },
  'lists all records without a limit': {
    fails: 'lists the records of all owners after an id',
    open: on((port) => ({ listAll: ({ after }) => port.listAll({ after, limit: 1_000 }) })),
  },
  'lists shared records as owned': {
    fails: 'by ascending id',
    open: on((_port, data) => ({
      listByOwner: async (owner, limit) =>
        [...data.algos.values()].filter((algo) => rightOn(algo, owner) !== null).slice(0, limit),
    })),
  },
};
