import { memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { onData } from './broken.ts';

const on = onData(memoryAlgoRepository);

/** Faults of lists. */
export const brokenAlgoLists = [
  on('lists values that were never written', 'rejects for a value that was never written', (_port, data) => ({
    listAll: async () => [...data.algos.values()],
  })),
  on('lists records that only one of both can access', 'lists the same records as a simple model', (port) => ({
    listAccessible: ({ seenBy: _, ...query }) => port.listAccessible({ ...query, seenBy: query.by }),
  })),
  on('ignores the limit', 'lists the same records as a simple model', (port) => ({
    listAccessible: (query) => port.listAccessible({ ...query, limit: 1_000 }),
  })),
  on('treats a limit of 0 as no limit', 'accepts 0 as `after` and as a limit', (port) => ({
    listAll: (query) => port.listAll({ ...query, limit: query.limit || 1_000 }),
  })),
  on('includes the record with the id `after`', 'lists the same records as a simple model', (port) => ({
    listAccessible: ({ after = 0, ...query }) => port.listAccessible({ ...query, after: after - 1 }),
  })),
  on('ignores the limit of bytes', 'ends a page at its limit of bytes', (port) => ({
    listAccessible: (query) => port.listAccessible({ ...query, maxBytes: Number.MAX_SAFE_INTEGER }),
  })),
  on('reports more records after the last page', 'lists the same records as a simple model', (port) => ({
    async listAccessible(query) {
      const { algos } = await port.listAccessible(query);
      return { algos, next: algos.length === query.limit ? (algos.at(-1)?.id ?? null) : null };
    },
  })),
  on('shows the first version of every record', 'shows the version of each record', (port) => ({
    async listAccessible(query) {
      const { algos, next } = await port.listAccessible(query);
      return { algos: algos.map((algo) => ({ ...algo, version: 1 })), next };
    },
  })),
  on('shows every right to everybody', 'shows the whole list of rights to the owner', (port, data) => ({
    async listAccessible(query) {
      const { algos, next } = await port.listAccessible(query);
      const shown = algos.map((algo) => ({
        ...algo,
        permsAlgorithme: data.algos.get(algo.id)?.permsAlgorithme ?? [],
      }));
      return { algos: shown, next };
    },
  })),
  on('lists the record with the id `after` among all', 'lists the records of all owners after an id', (port) => ({
    listAll: ({ after, limit }) => port.listAll({ after: after - 1, limit }),
  })),
];
