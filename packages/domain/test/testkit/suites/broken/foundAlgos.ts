import { type Algorithm, rightOn, wordsOf } from '../../../../src/index.ts';
import { type MemoryData, memoryAlgoRepository } from '../../../../testkit/memory/index.ts';
import { onData, tick } from './broken.ts';

const on = onData(memoryAlgoRepository);

const stored = (data: MemoryData, id: number): Algorithm | undefined => data.algos.get(id);

/** Faults of searches, and of the folders that users keep records in. */
export const brokenAlgoSearches = [
  on('walks along what is owned for both sides', 'walks along each side in each order', (port) => ({
    walk: (query, onDamaged) => port.walk({ ...query, side: 'owned' }, onDamaged),
  })),
  on(
    'begins at the start when the record of the position is gone',
    'continues behind a position whose record was deleted',
    (port, data) => ({
      walk({ after, ...query }, onDamaged) {
        return port.walk({ ...query, ...(after && stored(data, after.id) && { after }) }, onDamaged);
      },
    }),
  ),
  on('finds words by what is within them', 'finds the ids of each condition', (port, data) => ({
    async idsWhere(query) {
      const { where, userId } = query;
      if (!('word' in where)) return port.idsWhere(query);
      const own = [...data.algos.values()].filter(({ ownerId }) => ownerId === userId);
      return own
        .filter(({ nom }) => wordsOf(nom).some((word) => word.includes(where.word)))
        .map(({ id }) => id)
        .slice(0, query.limit);
    },
  })),
  on('keeps the words of a former name', 'finds by a new name after a commit', (port) => ({
    async idsWhere(query) {
      const former = 'word' in query.where && query.where.word === 'former';
      return port.idsWhere(former ? { ...query, where: { all: true } } : query);
    },
  })),
  on(
    'shows records that the user cannot access',
    'shows records by their ids, only those that the user can access',
    (port, data) => ({
      async entriesOf(userId, ids, onDamaged) {
        const hidden = ids.flatMap((id) => stored(data, id) ?? []).filter((algo) => rightOn(algo, userId) === null);
        const shown = await Promise.all(hidden.map(({ id, ownerId }) => port.entriesOf(ownerId, [id])));
        return [...(await port.entriesOf(userId, ids, onDamaged)), ...shown.flat()];
      },
    }),
  ),
  on('raises the version with a place', 'keeps a record in a folder of each user', (port, data) => ({
    async place(id, userId, dossierId) {
      const isPlaced = await port.place(id, userId, dossierId);
      const algo = stored(data, id);
      if (algo !== undefined) data.algos.set(id, { ...algo, version: algo.version + 1 });
      return isPlaced;
    },
  })),
  on('undoes what others place at the same time', 'places by several users at once', (port, data) => ({
    async place(id, userId, dossierId) {
      const before = stored(data, id)?.places ?? [];
      await tick();
      const isPlaced = await port.place(id, userId, dossierId);
      const algo = stored(data, id);
      const own = algo?.places.filter(({ idUtilisateur }) => idUtilisateur === userId) ?? [];
      if (algo !== undefined) data.algos.set(id, { ...algo, places: [...before, ...own] });
      return isPlaced;
    },
  })),
  on(
    'keeps the places of users who lost their right',
    'forgets where a user kept a record that is not shared any more',
    (port, data) => ({
      async compareAndSet(id, version, changes) {
        const places = stored(data, id)?.places ?? [];
        const next = await port.compareAndSet(id, version, changes);
        const algo = stored(data, id);
        if (next === null || algo === undefined) return next;
        data.algos.set(id, { ...algo, places });
        return { ...next, places };
      },
    }),
  ),
  on('counts only what is owned', 'counts what a user keeps in each folder', (port, data) => ({
    async countByFolder(userId) {
      const counts = new Map<number | null, number>();
      const own = [...data.algos.values()].filter(({ ownerId }) => ownerId === userId);
      for (const { dossierId } of await port.entriesOf(
        userId,
        own.map(({ id }) => id),
      )) {
        counts.set(dossierId, (counts.get(dossierId) ?? 0) + 1);
      }
      return counts;
    },
  })),
  on(
    'leaves damaged records out of a walk without a report',
    'leaves damaged records out, and goes on behind them',
    (port) => ({ walk: (query) => port.walk(query, () => {}) }),
  ),
];
