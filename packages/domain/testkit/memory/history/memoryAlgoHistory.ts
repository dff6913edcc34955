import type { AlgoHistory, FormerAlgo, FormerVersion, OnDamaged } from '@algotheque/domain';
import { intact } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryAlgoHistory(data: MemoryData = new MemoryData()): AlgoHistory {
  const formers = (): readonly FormerAlgo[] => [...data.history.values()].map(({ former }) => former);
  const ofAlgo = (id: number): readonly FormerAlgo[] =>
    formers()
      .filter((former) => former.id === id)
      .sort((one, other) => other.version - one.version);
  const read = (former: FormerAlgo): FormerAlgo => data.read('history', former.ref, former);
  const readAll = (found: readonly FormerAlgo[], onDamaged?: OnDamaged, limit = found.length) =>
    intact(found, read, { limit, onDamaged });
  const remove = (ref: string): boolean => {
    data.removed('history', ref);
    return data.history.delete(ref);
  };
  const change = (former: FormerAlgo, changes: Partial<FormerAlgo>): void => {
    const entry = data.history.get(former.ref);
    if (entry !== undefined) data.history.set(former.ref, { ...entry, former: { ...former, ...changes } });
  };
  return {
    async put(entry, most = Number.POSITIVE_INFINITY) {
      const { former } = entry;
      const present = data.history.get(former.ref)?.former;
      const isNext = present === undefined || comesAfter(former, present);
      const dateExpiration = Math.max(former.dateExpiration, earliestEnd(present, isNext));
      if (isNext) data.history.set(former.ref, structuredClone({ ...entry, former: { ...former, dateExpiration } }));
      else change(present, { dateExpiration });
      for (const old of ofAlgo(former.id).slice(most)) remove(old.ref);
      return present === undefined ? null : dateExpiration;
    },
    list: async (id, onDamaged) => readAll(ofAlgo(id), onDamaged),
    async find(id, version) {
      const found = ofAlgo(id).find((former) => version === undefined || former.version === version);
      return found === undefined ? null : { former: read(found), content: contentOf(data.history.get(found.ref)) };
    },
    async listDeleted({ ownerId, after, limit }, onDamaged) {
      const found = formers()
        .filter((one) => one.ownerId === ownerId && one.dateSuppression !== null && ofAlgo(one.id)[0] === one)
        .sort((one, other) => latestFirst(positionOf(one), positionOf(other)))
        .filter((one) => after === undefined || latestFirst(after, positionOf(one)) < 0);
      return readAll(found, onDamaged, limit);
    },
    listEnded: async (now, limit) =>
      formers()
        .filter(({ dateExpiration }) => dateExpiration <= now)
        .sort((one, other) => one.dateExpiration - other.dateExpiration)
        .slice(0, limit)
        .map(({ ref, id, dateExpiration }) => ({ ref, id, dateExpiration })),
    async prolong({ ref, dateExpiration: former }, dateExpiration) {
      const present = data.history.get(ref)?.former;
      if (present?.dateExpiration !== former) return;
      change(present, { dateExpiration, dateSuppression: null, permsAlgorithme: [], places: [] });
    },
    async cut(latest) {
      for (const former of formers()) if (former.dateExpiration > latest) change(former, { dateExpiration: latest });
    },
    async remove({ ref, dateExpiration }) {
      return data.history.get(ref)?.former.dateExpiration === dateExpiration && remove(ref);
    },
    async deleteByAlgo(id) {
      for (const { ref } of ofAlgo(id)) remove(ref);
    },
    async deleteByOwner(ownerId) {
      for (const former of formers()) if (former.ownerId === ownerId) remove(former.ref);
    },
    async dropGrants(ownerId) {
      for (const former of formers()) {
        const places = former.places.filter(({ idUtilisateur }) => idUtilisateur === ownerId);
        if (former.ownerId === ownerId) change(former, { permsAlgorithme: [], places });
      }
    },
    async keepVersions(ownerId, mostBytes = Number.POSITIVE_INFINITY) {
      const own = formers()
        .filter((former) => former.ownerId === ownerId && former.dateSuppression === null)
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

/** Whether the entry takes the place of the one that is there. */
const comesAfter = (one: FormerAlgo, present: FormerAlgo): boolean =>
  one.version > present.version || (one.version === present.version && one.dateSuppression !== null);

/** When an entry that is there may end at the earliest, after the next one was put. */
function earliestEnd(present: FormerAlgo | undefined, isReplaced: boolean): number {
  if (present === undefined) return 0;
  if (present.dateSuppression !== null) return present.dateExpiration + 1;
  return isReplaced ? 0 : present.dateExpiration;
}

const positionOf = ({ dateSuppression, id }: FormerAlgo) => ({ dateSuppression: dateSuppression ?? 0, id });

type Position = ReturnType<typeof positionOf>;
const latestFirst = (one: Position, other: Position): number =>
  other.dateSuppression - one.dateSuppression || other.id - one.id;

const contentOf = (entry: FormerVersion | undefined): Uint8Array => entry?.content.slice() ?? new Uint8Array();
