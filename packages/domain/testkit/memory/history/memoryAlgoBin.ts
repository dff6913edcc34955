import {
  type AlgoBin,
  type Algorithm,
  type BinEntry,
  type BinQuery,
  type DeletedAlgo,
  intact,
  isRaisable,
} from '@algotheque/domain';
import { placedByRight } from '../algos/searching.ts';
import { MemoryData } from '../memoryData.ts';

/** Deleted algorithms, by id. */
export function memoryAlgoBin(data: MemoryData = new MemoryData()): AlgoBin {
  const read = (algo: DeletedAlgo): DeletedAlgo => data.read('bin', algo.id, algo);
  const ofVersion = (id: number, version: number): BinEntry | undefined => {
    const entry = data.bin.get(id);
    return entry?.algo.version === version ? entry : undefined;
  };
  const removeEntry = (id: number): void => {
    data.removed('bin', id);
    data.bin.delete(id);
  };
  const change = (entry: BinEntry, changes: Partial<DeletedAlgo>): void => {
    data.bin.set(entry.algo.id, { ...entry, algo: { ...entry.algo, ...changes } });
  };
  return {
    async add(id, version, { dateSuppression, content }) {
      const algo = data.algos.get(id);
      if (algo?.version !== version) return false;
      const deleted = { ...algo, waiting: [], contentBytes: content.length, dateSuppression };
      data.removed('algos', id);
      data.algos.delete(id);
      data.bin.set(id, structuredClone({ algo: deleted, content }));
      return true;
    },
    async find(id) {
      const entry = data.bin.get(id);
      return entry === undefined ? null : { algo: read(entry.algo), content: entry.content.slice() };
    },
    async list({ ownerId, after, limit }, onDamaged) {
      const own = [...data.bin.values()].map(({ algo }) => algo).filter((algo) => algo.ownerId === ownerId);
      const found = own.sort(latestFirst).filter((algo) => after === undefined || latestFirst(after, algo) < 0);
      return intact(found, read, { limit, onDamaged });
    },
    async restore(id, version, restoration) {
      const entry = ofVersion(id, version);
      if (entry === undefined) return null;
      const { dateSuppression: _, ...record } = isRaisable(version) ? entry.algo : read(entry.algo);
      const algo: Algorithm = placedByRight({ ...record, ...structuredClone(restoration), version: version + 1 });
      removeEntry(id);
      data.algos.set(id, algo);
      return structuredClone(algo);
    },
    async remove({ id, version }) {
      const isThere = ofVersion(id, version) !== undefined;
      if (isThere) removeEntry(id);
      return isThere;
    },
    listUntil: async (date, limit) =>
      [...data.bin.values()]
        .map(({ algo }) => algo)
        .filter(({ dateSuppression }) => dateSuppression <= date)
        .sort((one, other) => one.dateSuppression - other.dateSuppression)
        .slice(0, limit)
        .map(({ id, version }) => ({ id, version })),
    async empty(ownerId) {
      for (const { algo } of data.bin.values()) if (algo.ownerId === ownerId) removeEntry(algo.id);
    },
    async dropRights(ownerId) {
      for (const entry of data.bin.values()) {
        const { algo } = entry;
        const places = algo.places.filter(({ idUtilisateur }) => idUtilisateur === ownerId);
        if (algo.ownerId === ownerId && algo.permsAlgorithme.length > 0)
          change(entry, { permsAlgorithme: [], places, version: algo.version + 1 });
      }
    },
    async health() {},
  };
}

type Position = NonNullable<BinQuery['after']>;
const latestFirst = (one: Position, other: Position): number =>
  other.dateSuppression - one.dateSuppression || other.id - one.id;
