import type { AlgoHistory, FormerAlgo, FormerVersion } from '@algotheque/domain';
import { intact } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryAlgoHistory(data: MemoryData = new MemoryData()): AlgoHistory {
  const formers = (): readonly FormerAlgo[] => [...data.history.values()].map(({ former }) => former);
  const ofAlgo = (id: number): readonly FormerAlgo[] =>
    formers()
      .filter((former) => former.id === id)
      .sort((one, other) => other.version - one.version);
  const read = (former: FormerAlgo): FormerAlgo => data.read('history', former.ref, former);
  const remove = (ref: string): void => {
    data.removed('history', ref);
    data.history.delete(ref);
  };
  const endAt = (former: FormerAlgo, dateExpiration: number): void => {
    const entry = data.history.get(former.ref);
    if (entry !== undefined) data.history.set(former.ref, { ...entry, former: { ...former, dateExpiration } });
  };
  return {
    holds: async (ref) => data.history.has(ref),
    async put({ former, content: given }) {
      const { former: present, content = given } = data.history.get(former.ref) ?? {};
      if (content === undefined || content === null) throw new Error('The history does not hold the content');
      if (present === undefined || former.version > present.version)
        data.history.set(former.ref, structuredClone({ former, content }));
      else endAt(present, Math.max(former.dateExpiration, present.dateExpiration));
    },
    list: async (id, onDamaged) => intact(ofAlgo(id), read, { onDamaged }),
    async find(id, version) {
      const found = ofAlgo(id).find((former) => former.version === version);
      return found === undefined ? null : { former: read(found), content: contentOf(data.history.get(found.ref)) };
    },
    listEnded: async (now, limit) =>
      formers()
        .filter(({ dateExpiration }) => dateExpiration <= now)
        .sort((one, other) => one.dateExpiration - other.dateExpiration)
        .slice(0, limit)
        .map(({ ref, id, dateExpiration }) => ({ ref, id, dateExpiration })),
    async prolong({ ref, dateExpiration: former }, dateExpiration) {
      const present = data.history.get(ref)?.former;
      if (present?.dateExpiration === former) endAt(present, dateExpiration);
    },
    async cut(latest) {
      for (const former of formers()) if (former.dateExpiration > latest) endAt(former, latest);
    },
    async remove({ ref, dateExpiration }) {
      if (data.history.get(ref)?.former.dateExpiration === dateExpiration) remove(ref);
    },
    async deleteByAlgo(id) {
      for (const { ref } of ofAlgo(id)) remove(ref);
    },
    async deleteByOwner(ownerId) {
      for (const former of formers()) if (former.ownerId === ownerId) remove(former.ref);
    },
    async keepVersions(ownerId, mostBytes = Number.POSITIVE_INFINITY) {
      const own = formers()
        .filter((former) => former.ownerId === ownerId)
        .sort((one, other) => one.dateExpiration - other.dateExpiration);
      let bytes = own.reduce((sum, { contentBytes }) => sum + contentBytes, 0);
      for (const { ref, contentBytes } of own) {
        if (bytes <= mostBytes) break;
        remove(ref);
        bytes -= contentBytes;
      }
      return bytes;
    },
    async health() {},
  };
}

const contentOf = (entry: FormerVersion | undefined): Uint8Array => entry?.content.slice() ?? new Uint8Array();
