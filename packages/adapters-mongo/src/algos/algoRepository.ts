import {
  type AccessibleQuery,
  type AlgoChanges,
  type AlgoEntry,
  type AlgoPage,
  type AlgoRepository,
  type Algorithm,
  type AllQuery,
  type ConditionQuery,
  isRaisable,
  type NewAlgorithm,
  type OnDamaged,
  type SharesDueQuery,
  type Usage,
  type WaitingQuery,
  type Walked,
  type WalkQuery,
} from '@algotheque/domain';
import type { MongoBounds } from '../bounds.ts';
import type { PortCommands } from '../connection/commands.ts';
import { type AlgoDocument, collection, RECORD } from '../documents/collections.ts';
import { findByKey } from '../documents/findByKey.ts';
import { listing } from '../documents/listing.ts';
import { pagesById, type Wanted } from '../documents/pagesById.ts';
import { accessiblePage, reportWrongKeys } from './accessiblePage.ts';
import { algoDocument, storedAlgo } from './algoDocuments.ts';
import { AlgoIds } from './algoIds.ts';
import { findAccessible } from './findAccessible.ts';
import { countByFolder, entriesOf, idsWhere, placing, walked } from './foundAlgos.ts';
import { idsOfSharesDue, removeRights, waitingFor } from './sharing.ts';
import { usageOf } from './usage.ts';
import { insertOnce, updateOf } from './writeAlgo.ts';

/** Records of algorithms, one document each, with the rights in it. */
export class MongoAlgoRepository implements AlgoRepository {
  readonly #commands: PortCommands;
  readonly #ids: AlgoIds;

  constructor(commands: PortCommands, bounds: Pick<MongoBounds, 'reservedIds'>) {
    this.#commands = commands;
    this.#ids = new AlgoIds(commands, bounds);
  }

  nextId(): Promise<number> {
    return this.#ids.next();
  }

  insert(algo: NewAlgorithm): Promise<Algorithm> {
    const document = algoDocument({ places: [], waiting: [], ...algo, version: 1 });
    return this.#commands.repeat('algos.insert', async (db) => storedAlgo(await insertOnce(db, document)));
  }

  findById(id: number, userId?: number): Promise<Algorithm | null> {
    return this.#commands.repeat('algos.findById', async (db) =>
      userId === undefined ? algoIn(await findByKey(db, 'algos', id)) : findAccessible(db, id, userId),
    );
  }

  findByRef(ref: string): Promise<Algorithm | null> {
    return this.#commands.repeat('algos.findByRef', async (db) =>
      algoIn(await collection(db, 'algos').findOne({ ref })),
    );
  }

  async compareAndSet(id: number, version: number, changes: AlgoChanges): Promise<Algorithm | null> {
    if (!isRaisable(version)) return this.#notRaised(id);
    return this.#commands.run('algos.compareAndSet', async (db) => {
      const options = { returnDocument: 'after' } as const;
      const found = await collection(db, 'algos').findOneAndUpdate({ _id: id, version }, updateOf(changes), options);
      return found === null ? null : storedAlgo(found);
    });
  }

  /** Null. @throws DamagedError if the record has a version that cannot be raised */
  async #notRaised(id: number): Promise<null> {
    await this.findById(id);
    return null;
  }

  delete(id: number, version: number | null): Promise<boolean> {
    return this.#commands.run('algos.delete', async (db) => {
      const query = version === null ? { _id: id, ...RECORD } : { _id: id, version };
      return (await collection(db, 'algos').deleteOne(query)).deletedCount === 1;
    });
  }

  place(id: number, userId: number, dossierId: number | null): Promise<boolean> {
    return this.#commands.repeat('algos.place', async (db) => {
      const { matchedCount } = await collection(db, 'algos').updateOne(
        { _id: id, $or: [{ ownerId: userId }, { 'permsAlgorithme.idUtilisateur': userId }] },
        placing(userId, dossierId),
      );
      return matchedCount === 1;
    });
  }

  walk(query: WalkQuery, onDamaged?: OnDamaged): Promise<Walked> {
    return listing(this.#commands, { what: 'algos.walk', onDamaged }, (db, tell) => walked(db, query, tell));
  }

  idsWhere(query: ConditionQuery): Promise<readonly number[]> {
    return this.#commands.repeat('algos.idsWhere', (db) => idsWhere(db, query));
  }

  entriesOf(userId: number, ids: readonly number[], onDamaged?: OnDamaged): Promise<readonly AlgoEntry[]> {
    return listing(this.#commands, { what: 'algos.entriesOf', onDamaged }, (db, tell) =>
      entriesOf(db, { userId, ids }, tell),
    );
  }

  countByFolder(userId: number): Promise<ReadonlyMap<number | null, number>> {
    return this.#commands.repeat('algos.countByFolder', (db) => countByFolder(db, userId));
  }

  refOf(id: number): Promise<string | null> {
    return this.#commands.repeat('algos.refOf', async (db) => {
      const ref: unknown = (await collection(db, 'algos').findOne({ _id: id }, { projection: { ref: 1 } }))?.ref;
      return typeof ref === 'string' ? ref : null;
    });
  }

  listAccessible(query: AccessibleQuery, onDamaged?: OnDamaged): Promise<AlgoPage> {
    const what = 'algos.listAccessible';
    return listing(this.#commands, { what, onDamaged }, async (db, tell) => {
      const isFirst = (query.after ?? 0) === 0;
      const [page] = await Promise.all([
        accessiblePage(db, query, tell),
        isFirst ? reportWrongKeys(db, query, tell) : undefined,
      ]);
      return page;
    });
  }

  listByOwner(ownerId: number, limit: number, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#list({ what: 'listByOwner', query: { ownerId }, limit, onDamaged });
  }

  listAll({ after, limit }: AllQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#list({ what: 'listAll', query: { _id: { $gt: after }, ...RECORD }, limit, onDamaged });
  }

  listWaiting(query: WaitingQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#list({ what: 'listWaiting', query: waitingFor(query), limit: query.limit, onDamaged });
  }

  async listSharesDue({ limit, ...query }: SharesDueQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    const ids = await this.#commands.repeat('algos.listSharesDue', (db) => idsOfSharesDue(db, query));
    const list: Algorithm[] = [];
    while (ids.length > 0 && list.length < limit) {
      const some = { _id: { $in: ids.splice(0, limit) }, ...RECORD };
      list.push(...(await this.#list({ what: 'listSharesDue', query: some, limit: limit - list.length, onDamaged })));
    }
    return list;
  }

  async #list(wanted: Omit<Wanted<AlgoDocument, Algorithm>, 'read'>): Promise<readonly Algorithm[]> {
    const list: Algorithm[] = [];
    for await (const page of pagesById(this.#commands, 'algos', { ...wanted, read: storedAlgo })) list.push(...page);
    return list;
  }

  usage(ownerId: number): Promise<Usage> {
    return this.#commands.run('algos.usage', (db) => usageOf(db, ownerId));
  }

  removeRights(userId: number, onDamaged?: OnDamaged): Promise<void> {
    return listing(this.#commands, { what: 'algos.removeRights', onDamaged }, (db, tell) =>
      removeRights(db, userId, tell),
    );
  }

  get medium(): object {
    return this.#commands;
  }

  health(): Promise<void> {
    return this.#commands.health();
  }
}

const algoIn = (document: AlgoDocument | null): Algorithm | null => (document === null ? null : storedAlgo(document));
