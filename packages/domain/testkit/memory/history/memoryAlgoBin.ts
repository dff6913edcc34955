import {
  type AlgoBin,
  type Algorithm,
  type BinKey,
  type BinQuery,
  type DeletedAlgo,
  intact,
  isRaisable,
  ownedBytes,
} from '@algotheque/domain';
import { placedByRight } from '../algos/searching.ts';
import { copyOf } from '../copyOf.ts';
import { MemoryData } from '../memoryData.ts';

/** Deleted algorithms, by id. */
export function memoryAlgoBin(data: MemoryData = new MemoryData()): AlgoBin {
  const read = (algo: DeletedAlgo): DeletedAlgo => data.read('bin', algo.id, algo);
  const ofVersion = (id: number, version: number): DeletedAlgo | undefined => {
    const algo = data.bin.get(id);
    return algo?.version === version ? algo : undefined;
  };
  const removeEntry = (id: number): void => {
    data.removed('bin', id);
    data.bin.delete(id);
  };
  const keysOf = (algos: readonly DeletedAlgo[], limit: number): readonly BinKey[] =>
    algos.slice(0, limit).map(({ id, version, ref }) => ({ id, version, ref }));
  return {
    async add(id, version, dateSuppression) {
      const algo = data.algos.get(id);
      if (algo?.version !== version) return false;
      data.removed('algos', id);
      data.algos.delete(id);
      data.bin.set(id, copyOf({ ...algo, waiting: [], dateSuppression }));
      return true;
    },
    async find(id) {
      const algo = data.bin.get(id);
      return algo === undefined ? null : read(algo);
    },
    idOf: async (ref) => [...data.bin.values()].find((algo) => algo.ref === ref)?.id ?? null,
    existing: async (ids) => ids.filter((id) => data.bin.has(id)),
    async list({ ownerId, after, limit }, onDamaged) {
      const own = [...data.bin.values()].filter((algo) => algo.ownerId === ownerId);
      const found = own.sort(latestFirst).filter((algo) => after === undefined || latestFirst(after, algo) < 0);
      return intact(found, read, { limit, onDamaged });
    },
    async restore(id, version, restoration) {
      const deleted = ofVersion(id, version);
      if (deleted === undefined) return null;
      const { dateSuppression: _, ...record } = isRaisable(version) ? deleted : read(deleted);
      const algo: Algorithm = placedByRight({ ...record, ...copyOf(restoration), version: version + 1 });
      removeEntry(id);
      data.algos.set(id, algo);
      return copyOf(algo);
    },
    async remove({ id, version }) {
      const isThere = ofVersion(id, version) !== undefined;
      if (isThere) removeEntry(id);
      return isThere;
    },
    listUntil: async (date, limit) => {
      const ended = [...data.bin.values()].filter(({ dateSuppression }) => dateSuppression <= date);
      return keysOf(
        ended.sort((one, other) => one.dateSuppression - other.dateSuppression),
        limit,
      );
    },
    listOwned: async (ownerId, limit) =>
      keysOf(
        [...data.bin.values()].filter((algo) => algo.ownerId === ownerId),
        limit,
      ),
    async usage(ownerId) {
      const own = [...data.bin.values()].filter((algo) => algo.ownerId === ownerId);
      return { algos: own.length, bytes: own.reduce((sum, algo) => sum + ownedBytes(algo), 0) };
    },
    async dropRights(ownerId) {
      for (const algo of data.bin.values()) {
        const places = algo.places.filter(({ idUtilisateur }) => idUtilisateur === ownerId);
        if (algo.ownerId === ownerId && algo.permsAlgorithme.length > 0)
          data.bin.set(algo.id, { ...algo, permsAlgorithme: [], places, version: algo.version + 1 });
      }
    },
    async health() {},
  };
}

type Position = NonNullable<BinQuery['after']>;
const latestFirst = (one: Position, other: Position): number =>
  other.dateSuppression - one.dateSuppression || other.id - one.id;
