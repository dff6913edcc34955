import {
  type AccessibleQuery,
  type AlgoChanges,
  type AlgoEntry,
  type AlgoPage,
  type AlgoRepository,
  type AlgoRow,
  type Algorithm,
  type AllQuery,
  algoRow,
  type ConditionQuery,
  type FormerAlgo,
  IdTakenError,
  intact,
  isRaisable,
  listed,
  mailboxOf,
  type NewAlgorithm,
  type OnDamaged,
  ownedBytes,
  pageOf,
  requireRightOnAlgo,
  rightOn,
  type SharesDueQuery,
  sharesDueOf,
  type Usage,
  viewBytes,
  type WaitingQuery,
  type Walked,
  type WalkQuery,
} from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { byId, MemoryData } from '../memoryData.ts';
import { countIn, entryFor, idsIn, placedByRight, sideOf, walkIn, withPlace } from './searching.ts';

export function memoryAlgoRepository(data: MemoryData = new MemoryData()): AlgoRepository {
  return new MemoryAlgoRepository(data);
}

class MemoryAlgoRepository implements AlgoRepository {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async nextId(): Promise<number> {
    return this.#data.nextId('algo');
  }

  async lastId(): Promise<number> {
    return this.#data.lastIds.get('algo') ?? 0;
  }

  async existing(ids: readonly number[]): Promise<readonly number[]> {
    return ids.filter((id) => this.#data.algos.has(id));
  }

  async insert(fields: NewAlgorithm): Promise<Algorithm> {
    const present = this.#data.algos.get(fields.id);
    if (present?.ref === fields.ref) return copyOf(present);
    if (present !== undefined || this.#data.bin.has(fields.id))
      throw new IdTakenError({ place: 'algos', id: fields.id, field: 'id' }, 'belongs to another algorithm');
    const algo = { places: [], waiting: [], version: 1, ...copyOf(fields) };
    this.#data.algos.set(algo.id, algo);
    return copyOf(algo);
  }

  async findById(id: number, userId?: number): Promise<Algorithm | null> {
    const algo = this.#data.algos.get(id);
    const isHidden = algo !== undefined && userId !== undefined && rightOn(algo, userId) === null;
    return isHidden ? null : this.#read(algo);
  }

  async findByRef(ref: string): Promise<Algorithm | null> {
    return this.#read([...this.#data.algos.values()].find((algo) => algo.ref === ref));
  }

  async compareAndSet(
    id: number,
    version: number,
    changes: AlgoChanges,
    former?: FormerAlgo,
  ): Promise<Algorithm | null> {
    const algo = this.#data.algos.get(id);
    if (algo?.version !== version) return null;
    if (!isRaisable(version)) return this.#intact(algo);
    const next = placedByRight({ ...algo, ...copyOf(changes), version: version + 1 });
    if (former !== undefined) this.#data.putFormer(former);
    this.#data.algos.set(id, next);
    return copyOf(next);
  }

  async delete(id: number, version: number | null): Promise<boolean> {
    const algo = this.#data.algos.get(id);
    if (algo === undefined || (version !== null && algo.version !== version)) return false;
    this.#data.removed('algos', id);
    return this.#data.algos.delete(id);
  }

  async place(id: number, userId: number, dossierId: number | null): Promise<boolean> {
    const algo = this.#data.algos.get(id);
    if (algo === undefined || rightOn(algo, userId) === null) return false;
    this.#data.algos.set(id, { ...this.#intact(algo), places: withPlace(algo.places, userId, dossierId) });
    return true;
  }

  async refOf(id: number): Promise<string | null> {
    return this.#data.algos.get(id)?.ref ?? null;
  }

  async listAccessible(
    { by, seenBy, after = 0, ...bounds }: AccessibleQuery,
    onDamaged?: OnDamaged,
  ): Promise<AlgoPage> {
    const both = [...this.#data.algos.values()].filter(
      (algo) => algo.id > after && rightOn(algo, by) !== null && rightOn(algo, seenBy) !== null,
    );
    const read = (algo: Algorithm): AlgoRow => algoRow(this.#intact(algo), requireRightOnAlgo(algo, seenBy));
    return pageOf(listed(byId(both).slice(0, bounds.limit + 1), read, onDamaged), bounds, viewBytes);
  }

  async walk(query: WalkQuery, onDamaged?: OnDamaged): Promise<Walked> {
    return walkIn(sideOf(this.#data.algos.values(), query), query, this.#reading(query.userId, onDamaged));
  }

  async idsWhere(query: ConditionQuery): Promise<readonly number[]> {
    return idsIn(sideOf(this.#data.algos.values(), query), query);
  }

  async entriesOf(userId: number, ids: readonly number[], onDamaged?: OnDamaged): Promise<readonly AlgoEntry[]> {
    const found = ids.flatMap((id) => this.#data.algos.get(id) ?? []).filter((algo) => rightOn(algo, userId) !== null);
    return intact(found, this.#reading(userId).read, { onDamaged });
  }

  async countByFolder(userId: number): Promise<ReadonlyMap<number | null, number>> {
    return countIn(this.#data.algos.values(), userId);
  }

  /** How records are read for a user. */
  #reading(userId: number, onDamaged?: OnDamaged) {
    return { read: (algo: Algorithm): AlgoEntry => entryFor(this.#intact(algo), userId), onDamaged };
  }

  async listAll({ after, limit }: AllQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    const following = byId(this.#data.algos.values()).filter(({ id }) => id > after);
    return intact(following, (algo) => this.#intact(algo), { limit, onDamaged });
  }

  async listWaiting({ mailbox, after, limit }: WaitingQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    const found = byId(this.#data.algos.values()).filter(
      ({ id, waiting }) => id > after && waiting.some(({ adresseMail }) => mailboxOf(adresseMail) === mailbox),
    );
    return intact(found, (algo) => this.#intact(algo), { limit, onDamaged });
  }

  async listSharesDue(query: SharesDueQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    const { endsBefore, endsAfter = Number.POSITIVE_INFINITY, after, limit } = query;
    const found = byId(this.#data.algos.values()).filter(
      (algo) => algo.id > after && sharesDueOf(algo).some((date) => date < endsBefore || date > endsAfter),
    );
    return intact(found, (algo) => this.#intact(algo), { limit, onDamaged });
  }

  async usage(ownerId: number): Promise<Usage> {
    const counted = [...this.#data.algos.values(), ...this.#data.bin.values()];
    const own = counted.filter((algo) => algo.ownerId === ownerId);
    return { algos: own.length, bytes: own.reduce((sum, algo) => sum + ownedBytes(algo), 0) };
  }

  async health(): Promise<void> {}

  #read(algo: Algorithm | undefined): Algorithm | null {
    return algo === undefined ? null : this.#intact(algo);
  }

  #intact(algo: Algorithm): Algorithm {
    return this.#data.read('algos', algo.id, algo);
  }
}
