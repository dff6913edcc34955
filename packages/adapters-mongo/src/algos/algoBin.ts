import type { AlgoBin, BinKey, BinQuery, Usage } from '@algotheque/domain';
import type { Db, Document } from 'mongodb';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { BINNED, type BinDocument, collection } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { firstRows } from '../documents/firstRows.ts';
import { idsOf } from '../documents/ids.ts';
import { algoDocument, storedAlgo } from './algoDocuments.ts';
import { binning, binOf, storedDeleted } from './binDocuments.ts';

/** Deleted algorithms: each is the document that its record was, in another form, so one command moves it. */
export function mongoAlgoBin(commands: PortCommands): AlgoBin {
  return {
    add(id, version, dateSuppression) {
      const update = binning(dateSuppression);
      return commands.run('bin.add', async (db) => {
        return (await collection(db, 'algos').updateOne({ _id: id, version }, update)).matchedCount === 1;
      });
    },
    find: (id) =>
      commands.repeat('bin.find', async (db) => orNull(await binOf(db).findOne({ _id: id, ...BINNED }), storedDeleted)),
    idOf: (ref) =>
      commands.repeat('bin.idOf', async (db) => {
        return (await binOf(db).findOne({ 'deleted.ref': ref }, { projection: { _id: 1 } }))?._id ?? null;
      }),
    existing: (ids) =>
      commands.repeat('bin.existing', (db) => idsOf(db, 'algos', { _id: { $in: [...ids] }, ...BINNED })),
    list: (query, onDamaged) =>
      commands.repeat('bin.list', (db) =>
        firstRows(binCursor(db, query), storedDeleted, { onDamaged, limit: query.limit }),
      ),
    async restore(id, version, restoration) {
      const query = { _id: id, 'deleted.version': version };
      const found = await commands.repeat('bin.restore', (db) => binOf(db).findOne(query));
      if (found === null) return null;
      const { dateSuppression: _, ...deleted } = storedDeleted(found);
      // While the version is the same, nothing but the date of the deletion can have changed.
      const document = algoDocument({ ...deleted, ...restoration, version: version + 1 });
      return commands.run('bin.restore', async (db) => {
        const { matchedCount } = await collection(db, 'algos').replaceOne(query, document);
        return matchedCount === 1 ? storedAlgo(document) : null;
      });
    },
    remove: ({ id, version }) =>
      commands.run('bin.remove', async (db) => {
        return (await binOf(db).deleteOne({ _id: id, 'deleted.version': version })).deletedCount === 1;
      }),
    listUntil: (date, limit) =>
      commands.repeat('bin.listUntil', async (db) => (await endedCursor(db, date, limit).toArray()).map(keyOf)),
    listOwned: (ownerId, limit) =>
      commands.repeat('bin.listOwned', async (db) => {
        const found = binOf(db).find({ 'deleted.ownerId': ownerId }, { projection: KEY, limit });
        return (await found.toArray()).map(keyOf);
      }),
    usage: (ownerId) =>
      commands.repeat('bin.usage', async (db) => {
        const [sums] = await collection(db, 'algos').aggregate<Usage>(usageStages(ownerId)).toArray();
        return sums === undefined ? { algos: 0, bytes: 0 } : { algos: sums.algos, bytes: sums.bytes };
      }),
    dropRights: (ownerId) =>
      commands.repeat('bin.dropRights', async (db) => {
        const shared = { 'deleted.ownerId': ownerId, 'deleted.permsAlgorithme': { $ne: [] } };
        await binOf(db).updateMany(shared, withoutRights(ownerId));
      }),
    ...healthOf(commands),
  };
}

/** Of the index of the bin alone. */
const usageStages = (ownerId: number): Document[] => [
  { $match: { 'deleted.ownerId': ownerId } },
  {
    $group: {
      _id: null,
      algos: { $sum: 1 },
      bytes: { $sum: { $sum: ['$deleted.contentBytes', '$deleted.shareBytes'] } },
    },
  },
];

const KEY = { 'deleted.version': true, 'deleted.ref': true } as const;

const keyOf = ({ _id, deleted: { version, ref } }: BinDocument): BinKey => ({
  id: _id,
  version,
  ref: typeof ref === 'string' ? ref : null,
});

/** What an owner has deleted, along the index that has it in this order. */
export function binCursor(db: Db, { ownerId, after, limit }: BinQuery) {
  const behind = after && {
    'deleted.dateSuppression': { $lte: after.dateSuppression },
    $or: [{ 'deleted.dateSuppression': { $lt: after.dateSuppression } }, { _id: { $lt: after.id } }],
  };
  const sort = { 'deleted.dateSuppression': -1, _id: -1 } as const;
  return binOf(db).find({ 'deleted.ownerId': ownerId, ...behind }, { sort, batchSize: limit });
}

export function endedCursor(db: Db, date: number, limit: number) {
  const options = { projection: KEY, sort: { 'deleted.dateSuppression': 1 }, limit } as const;
  return binOf(db).find({ 'deleted.dateSuppression': { $lte: date } }, options);
}

/** Arithmetic would turn wrong values into valid ones, or end the update of the others. */
function withoutRights(ownerId: number): Document[] {
  const [places, version] = ['$deleted.places', '$deleted.version'];
  const own = { $filter: { input: places, cond: { $eq: ['$$this.idUtilisateur', ownerId] } } };
  const isRaisable = { $and: [{ $isNumber: version }, { $lt: [version, Number.MAX_SAFE_INTEGER] }] };
  return [
    {
      $set: {
        'deleted.permsAlgorithme': [],
        'deleted.shareBytes': 0,
        'deleted.places': { $cond: [{ $isArray: places }, own, places] },
        'deleted.version': { $cond: [isRaisable, { $add: [version, 1] }, version] },
      },
    },
  ];
}
