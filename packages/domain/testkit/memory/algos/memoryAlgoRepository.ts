import {
  type AlgoEntry,
  type AlgoRepository,
  type AlgoRow,
  type Algorithm,
  algoRow,
  IdTakenError,
  intact,
  isRaisable,
  mailboxOf,
  type OnDamaged,
  ownedBytes,
  pageOf,
  readListed,
  requireRightOnAlgo,
  rightOn,
  sharesDueOf,
  viewBytes,
} from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { byId, MemoryData } from '../memoryData.ts';
import { countIn, entryFor, idsIn, placedByRight, sideOf, walkIn, withPlace } from './searching.ts';

export function memoryAlgoRepository(data: MemoryData = new MemoryData()): AlgoRepository {
  const { algos } = data;
  const read = (algo: Algorithm): Algorithm => data.read('algos', algo.id, algo);
  const readIf = (algo: Algorithm | undefined): Algorithm | null => (algo === undefined ? null : read(algo));
  /** How records are read for a user. */
  const reading = (userId: number, onDamaged?: OnDamaged) => ({
    read: (algo: Algorithm): AlgoEntry => entryFor(read(algo), userId),
    onDamaged,
  });
  const following = (after: number, isMeant: (algo: Algorithm) => boolean): readonly Algorithm[] =>
    byId([...algos.values()].filter((algo) => algo.id > after && isMeant(algo)));
  return {
    nextId: async () => data.nextId('algo'),
    lastId: async () => data.lastIds.get('algo') ?? 0,
    existing: async (ids) => ids.filter((id) => algos.has(id)),
    async insert(fields) {
      const present = algos.get(fields.id);
      if (present?.ref === fields.ref) return copyOf(present);
      if (present !== undefined || data.bin.has(fields.id))
        throw new IdTakenError({ place: 'algos', id: fields.id, field: 'id' }, 'belongs to another algorithm');
      const algo = { places: [], waiting: [], version: 1, ...copyOf(fields) };
      algos.set(algo.id, algo);
      return copyOf(algo);
    },
    async findById(id, userId) {
      const algo = algos.get(id);
      const isHidden = algo !== undefined && userId !== undefined && rightOn(algo, userId) === null;
      return isHidden ? null : readIf(algo);
    },
    findByRef: async (ref) => readIf([...algos.values()].find((algo) => algo.ref === ref)),
    async compareAndSet(id, version, changes, former) {
      const algo = algos.get(id);
      if (algo?.version !== version) return null;
      if (!isRaisable(version)) return read(algo);
      const next = placedByRight({ ...algo, ...copyOf(changes), version: version + 1 });
      if (former !== undefined) data.putFormer(former);
      algos.set(id, next);
      return copyOf(next);
    },
    async delete(id, version) {
      const algo = algos.get(id);
      if (algo === undefined || (version !== null && algo.version !== version)) return false;
      data.removed('algos', id);
      return algos.delete(id);
    },
    async place(id, userId, dossierId) {
      const algo = algos.get(id);
      if (algo === undefined || rightOn(algo, userId) === null) return false;
      algos.set(id, { ...read(algo), places: withPlace(algo.places, userId, dossierId) });
      return true;
    },
    refOf: async (id) => algos.get(id)?.ref ?? null,
    async listAccessible({ by, seenBy, after = 0, ...bounds }, onDamaged) {
      const both = following(after, (algo) => rightOn(algo, by) !== null && rightOn(algo, seenBy) !== null);
      const readRow = (algo: Algorithm): AlgoRow => algoRow(read(algo), requireRightOnAlgo(algo, seenBy));
      return pageOf(readListed(both.slice(0, bounds.limit + 1), readRow, onDamaged), bounds, viewBytes);
    },
    walk: async (query, onDamaged) => walkIn(sideOf(algos.values(), query), query, reading(query.userId, onDamaged)),
    idsWhere: async (query) => idsIn(sideOf(algos.values(), query), query),
    async entriesOf(userId, ids, onDamaged) {
      const found = ids.flatMap((id) => algos.get(id) ?? []).filter((algo) => rightOn(algo, userId) !== null);
      return intact(found, reading(userId).read, { onDamaged });
    },
    countByFolder: async (userId) => countIn(algos.values(), userId),
    async listAll({ after, limit }, onDamaged) {
      const found = following(after, () => true);
      return intact(found, read, { limit, onDamaged });
    },
    async listWaiting({ mailbox, after, limit }, onDamaged) {
      const isOf = ({ adresseMail }: { readonly adresseMail: string }): boolean => mailboxOf(adresseMail) === mailbox;
      const found = following(after, ({ waiting }) => waiting.some(isOf));
      return intact(found, read, { limit, onDamaged });
    },
    async listSharesDue({ endsBefore, endsAfter = Number.POSITIVE_INFINITY, after, limit }, onDamaged) {
      const isDue = (date: number): boolean => date < endsBefore || date > endsAfter;
      const found = following(after, (algo) => sharesDueOf(algo).some(isDue));
      return intact(found, read, { limit, onDamaged });
    },
    async usage(ownerId) {
      const own = [...algos.values(), ...data.bin.values()].filter((algo) => algo.ownerId === ownerId);
      return { algos: own.length, bytes: own.reduce((sum, algo) => sum + ownedBytes(algo), 0) };
    },
    async health() {},
  };
}
