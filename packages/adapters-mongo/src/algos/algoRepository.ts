import { type AlgoRepository, type Algorithm, type FormerAlgo, isRaisable } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { type AlgoDocument, collection, RECORD } from '../documents/collections.ts';
import { findByKey } from '../documents/findByKey.ts';
import { idsOf } from '../documents/ids.ts';
import { type PageQuery, pagesById } from '../documents/pagesById.ts';
import { accessiblePage } from './accessiblePage.ts';
import { algoDocument, storedAlgo } from './algoDocuments.ts';
import { AlgoIds } from './algoIds.ts';
import { findAccessible } from './findAccessible.ts';
import { countByFolder, entriesOf, idsWhere, placing, walked } from './foundAlgos.ts';
import { idsOfSharesDue, waitingFor } from './sharing.ts';
import { usageOf } from './usage.ts';
import { insertOnce, updateOf } from './writeAlgo.ts';

/**
 * Records of algorithms, one document each, with the rights in it.
 * @param putFormer stores an entry of the history, as `AlgoHistory.put` says
 */
export function mongoAlgoRepository(
  commands: PortCommands,
  putFormer: (former: FormerAlgo) => Promise<void>,
): AlgoRepository {
  const ids = new AlgoIds(commands);

  const findById = (id: number, userId?: number): Promise<Algorithm | null> =>
    commands.repeat('algos.findById', async (db) =>
      userId === undefined ? algoIn(await findByKey(db, 'algos', id)) : findAccessible(db, id, userId),
    );

  /** Null. @throws DamagedError if the record has a version that cannot be raised */
  const notRaised = async (id: number): Promise<null> => {
    await findById(id);
    return null;
  };

  const list = async (wanted: Omit<PageQuery<AlgoDocument, Algorithm>, 'read'>): Promise<readonly Algorithm[]> => {
    const algos: Algorithm[] = [];
    for await (const page of pagesById(commands, 'algos', { ...wanted, read: storedAlgo })) algos.push(...page);
    return algos;
  };

  return {
    nextId: () => ids.next(),
    lastId: () => ids.last(),
    existing: (some) =>
      commands.repeat('algos.existing', (db) => idsOf(db, 'algos', { _id: { $in: [...some] }, ...RECORD })),
    insert(algo) {
      const document = algoDocument({ places: [], waiting: [], ...algo, version: 1 });
      return commands.repeat('algos.insert', async (db) => storedAlgo(await insertOnce(db, document)));
    },
    findById,
    findByRef: (ref) =>
      commands.repeat('algos.findByRef', async (db) => algoIn(await collection(db, 'algos').findOne({ ref }))),
    async compareAndSet(id, version, changes, former) {
      if (!isRaisable(version)) return notRaised(id);
      if (former !== undefined) await putFormer(former);
      return commands.run('algos.compareAndSet', async (db) => {
        const options = { returnDocument: 'after' } as const;
        return algoIn(await collection(db, 'algos').findOneAndUpdate({ _id: id, version }, updateOf(changes), options));
      });
    },
    delete: (id, version) =>
      commands.run('algos.delete', async (db) => {
        const query = version === null ? { _id: id, ...RECORD } : { _id: id, version };
        return (await collection(db, 'algos').deleteOne(query)).deletedCount === 1;
      }),
    place: (id, userId, dossierId) =>
      commands.repeat('algos.place', async (db) => {
        const { matchedCount } = await collection(db, 'algos').updateOne(
          { _id: id, $or: [{ ownerId: userId }, { 'permsAlgorithme.idUtilisateur': userId }] },
          placing(userId, dossierId),
        );
        return matchedCount === 1;
      }),
    walk: (query, onDamaged) => commands.repeat('algos.walk', (db) => walked(db, query, onDamaged)),
    idsWhere: (query) => commands.repeat('algos.idsWhere', (db) => idsWhere(db, query)),
    entriesOf: (userId, some, onDamaged) =>
      commands.repeat('algos.entriesOf', (db) => entriesOf(db, { userId, ids: some }, onDamaged)),
    countByFolder: (userId) => commands.repeat('algos.countByFolder', (db) => countByFolder(db, userId)),
    refOf: (id) =>
      commands.repeat('algos.refOf', async (db) => {
        const ref: unknown = (await collection(db, 'algos').findOne({ _id: id }, { projection: { ref: 1 } }))?.ref;
        return typeof ref === 'string' ? ref : null;
      }),
    listAccessible: (query, onDamaged) =>
      commands.repeat('algos.listAccessible', (db) => accessiblePage(db, query, onDamaged)),
    listAll: ({ after, limit }, onDamaged) =>
      list({ what: 'listAll', query: { _id: { $gt: after }, ...RECORD }, limit, onDamaged }),
    listWaiting: (query, onDamaged) =>
      list({ what: 'listWaiting', query: waitingFor(query), limit: query.limit, onDamaged }),
    async listSharesDue({ limit, ...query }, onDamaged) {
      const due = await commands.repeat('algos.listSharesDue', (db) => idsOfSharesDue(db, query));
      const algos: Algorithm[] = [];
      while (due.length > 0 && algos.length < limit) {
        const some = { _id: { $in: due.splice(0, limit) }, ...RECORD };
        algos.push(...(await list({ what: 'listSharesDue', query: some, limit: limit - algos.length, onDamaged })));
      }
      return algos;
    },
    usage: (ownerId) => commands.run('algos.usage', (db) => usageOf(db, ownerId)),
    ...healthOf(commands),
  };
}

const algoIn = (document: AlgoDocument | null): Algorithm | null => (document === null ? null : storedAlgo(document));
