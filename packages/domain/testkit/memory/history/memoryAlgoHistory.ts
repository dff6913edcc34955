import { type AlgoHistory, type EndedFormer, type FormerAlgo, type FormerKey, intact } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryAlgoHistory(data: MemoryData = new MemoryData()): AlgoHistory {
  const formers = (): readonly FormerAlgo[] => [...data.history.values()];
  const ofAlgo = (id: number): readonly FormerAlgo[] =>
    formers()
      .filter((former) => former.id === id)
      .sort((one, other) => other.version - one.version);
  const read = (former: FormerAlgo): FormerAlgo => data.read('history', former.ref, former);
  const endAt = (former: FormerAlgo, dateExpiration: number): void => {
    data.history.set(former.ref, { ...former, dateExpiration });
  };
  return {
    put: async (former) => data.putFormer(former),
    list: async (id, onDamaged) => intact(ofAlgo(id), read, { onDamaged }),
    async find(id, version) {
      const found = ofAlgo(id).find((former) => former.version === version);
      return found === undefined ? null : read(found);
    },
    idOf: async (ref) => data.history.get(ref)?.id ?? null,
    existing: async (refs) => refs.filter((ref) => data.history.has(ref)),
    listEnded: async (now, limit) =>
      formers()
        .filter(({ dateExpiration }) => dateExpiration <= now)
        .sort(earliestFirst)
        .slice(0, limit)
        .map(({ ref, id, dateExpiration }) => ({ ref, id, dateExpiration })),
    listKeys: async (of, limit) =>
      formers()
        .filter(({ id, ownerId }) => ('id' in of ? id === of.id : ownerId === of.ownerId))
        .sort(earliestFirst)
        .slice(0, limit)
        .map(({ ref, id, dateExpiration, contentBytes }): FormerKey => ({ ref, id, dateExpiration, contentBytes })),
    bytesOf: async (ownerId) =>
      formers().reduce((sum, former) => sum + (former.ownerId === ownerId ? former.contentBytes : 0), 0),
    async prolong({ ref, dateExpiration: before }, dateExpiration) {
      const present = data.history.get(ref);
      if (present?.dateExpiration === before) endAt(present, dateExpiration);
    },
    async remove(entries) {
      for (const { ref, dateExpiration } of entries) {
        if (data.history.get(ref)?.dateExpiration !== dateExpiration) continue;
        data.removed('history', ref);
        data.history.delete(ref);
      }
      return entries.map(({ ref }) => ref).filter((ref) => !data.history.has(ref));
    },
    async health() {},
  };
}

const earliestFirst = (one: EndedFormer, other: EndedFormer): number => one.dateExpiration - other.dateExpiration;
