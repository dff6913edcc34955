import type { AccessibleQuery, AlgoChanges, AlgoPage, AlgoRepository, Usage } from '@algotheque/domain';
import { type Algorithm, type AlgoView, algoView, pageOf, rightOn, viewBytes } from '@algotheque/domain';
import { byId, MemoryData } from '../memoryData.ts';

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

  async insert(fields: Omit<Algorithm, 'version'>): Promise<Algorithm> {
    const present = this.#data.algos.get(fields.id);
    if (present?.ref === fields.ref) return structuredClone(present);
    if (present !== undefined) throw new Error(`Algorithm ${fields.id} is there already`);
    const algo = { ...structuredClone(fields), version: 1 };
    this.#data.algos.set(algo.id, algo);
    return structuredClone(algo);
  }

  async findById(id: number): Promise<Algorithm | null> {
    return structuredClone(this.#data.algos.get(id) ?? null);
  }

  async findByRef(ref: string): Promise<Algorithm | null> {
    return structuredClone([...this.#data.algos.values()].find((algo) => algo.ref === ref) ?? null);
  }

  async compareAndSet(id: number, version: number, changes: AlgoChanges): Promise<Algorithm | null> {
    const algo = this.#data.algos.get(id);
    if (algo?.version !== version) return null;
    const next = { ...algo, ...structuredClone(changes), version: version + 1 };
    this.#data.algos.set(id, next);
    return structuredClone(next);
  }

  async delete(id: number, version: number): Promise<boolean> {
    return this.#data.algos.get(id)?.version === version && this.#data.algos.delete(id);
  }

  async listAccessible({ by, seenBy, after = 0, ...bounds }: AccessibleQuery): Promise<AlgoPage> {
    const both = [...this.#data.algos.values()].filter(
      (algo) => algo.id > after && rightOn(algo, by) !== null && rightOn(algo, seenBy) !== null,
    );
    return pageOf(viewsFor(seenBy, byId(both)), bounds, viewBytes);
  }

  async listByOwner(ownerId: number, limit: number): Promise<readonly Algorithm[]> {
    const all = byId(this.#data.algos.values());
    return all.filter((algo) => algo.ownerId === ownerId).slice(0, limit);
  }

  async usage(ownerId: number): Promise<Usage> {
    const own = [...this.#data.algos.values()].filter((algo) => algo.ownerId === ownerId);
    return { algos: own.length, bytes: own.reduce((sum, { contentBytes }) => sum + contentBytes, 0) };
  }

  async removeRights(userId: number): Promise<void> {
    for (const algo of this.#data.algos.values()) {
      const permsAlgorithme = algo.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
      if (permsAlgorithme.length === algo.permsAlgorithme.length) continue;
      this.#data.algos.set(algo.id, { ...algo, permsAlgorithme, version: algo.version + 1 });
    }
  }

  async health(): Promise<void> {}
}

function* viewsFor(userId: number, algos: readonly Algorithm[]): Generator<AlgoView> {
  for (const algo of algos) {
    const droits = rightOn(algo, userId);
    if (droits !== null) yield algoView(algo, droits);
  }
}
