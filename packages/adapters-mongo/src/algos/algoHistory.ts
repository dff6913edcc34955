import { type AlgoHistory, type FormerAlgo, impossibleInFormer, intact } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { type Commands, healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type HistoryDocument } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { idsOf } from '../documents/ids.ts';
import { insertUnlessThere, upsertOnce } from '../documents/inserts.ts';
import { sourceFields } from './algoDocuments.ts';

const history = (db: Db) => collection(db, 'history');

const KEY_FIELDS = { algoId: 1, dateExpiration: 1, contentBytes: 1 } as const;

/** What algorithms were, one document for each content that is kept. */
export function mongoAlgoHistory(commands: PortCommands): AlgoHistory {
  return {
    put: (former) => putFormer(commands, former),
    list: (id, onDamaged) =>
      commands.repeat('history.list', async (db) => {
        const found = await history(db).find({ algoId: id }).sort({ version: -1 }).toArray();
        return intact(found, storedFormer, { onDamaged });
      }),
    find: (id, version) =>
      commands.repeat('history.find', async (db) =>
        orNull(await history(db).findOne({ algoId: id, version }), storedFormer),
      ),
    idOf: (ref) =>
      commands.repeat('history.idOf', async (db) => {
        return (await history(db).findOne({ _id: ref }, { projection: { algoId: 1 } }))?.algoId ?? null;
      }),
    existing: (refs) => commands.repeat('history.existing', (db) => idsOf(db, 'history', { _id: { $in: [...refs] } })),
    listEnded: (now, limit) =>
      commands.repeat('history.listEnded', async (db) => {
        const options = { projection: KEY_FIELDS, sort: { dateExpiration: 1 }, limit } as const;
        const found = await history(db)
          .find({ dateExpiration: { $lte: now } }, options)
          .toArray();
        return found.map(keyOf);
      }),
    listKeys: (of, limit) =>
      commands.repeat('history.listKeys', async (db) => {
        const query = 'id' in of ? { algoId: of.id } : { ownerId: of.ownerId };
        const found = await history(db)
          .find(query, { projection: KEY_FIELDS, sort: { dateExpiration: 1 }, limit })
          .toArray();
        // Bytes that are no number count 0, as in the sum of `bytesOf`.
        return found.map((one) => ({
          ...keyOf(one),
          contentBytes: typeof one.contentBytes === 'number' ? one.contentBytes : 0,
        }));
      }),
    bytesOf: (ownerId) => commands.repeat('history.bytesOf', (db) => bytesOf(db, ownerId)),
    prolong: ({ ref, dateExpiration }, until) =>
      commands.repeat('history.prolong', async (db) => {
        await history(db).updateOne({ _id: ref, dateExpiration }, { $set: { dateExpiration: until } });
      }),
    remove: (entries) =>
      commands.repeat('history.remove', async (db) => {
        if (entries.length === 0) return [];
        const refs = entries.map(({ ref }) => ref);
        await history(db).deleteMany({ $or: entries.map(({ ref, dateExpiration }) => ({ _id: ref, dateExpiration })) });
        const left = new Set(await idsOf(db, 'history', { _id: { $in: refs } }));
        return refs.filter((ref) => !left.has(ref));
      }),
    ...healthOf(commands),
  };
}

/** Stores an entry, as `AlgoHistory.put` says. */
export function putFormer(commands: Commands, former: FormerAlgo): Promise<void> {
  const document = historyDocument(former);
  return commands.repeat('history.put', async (db) => {
    if (!(await insertUnlessThere(db, 'history', document))) await putAgain(db, document);
  });
}

const keyOf = ({ _id, algoId, dateExpiration }: Pick<HistoryDocument, '_id' | 'algoId' | 'dateExpiration'>) => ({
  ref: _id,
  id: algoId,
  dateExpiration,
});

/** The bytes of all former versions of an owner. */
async function bytesOf(db: Db, ownerId: number): Promise<number> {
  const [found] = await history(db)
    .aggregate<{ readonly _id: number; readonly bytes: number }>([
      { $match: { ownerId } },
      { $group: { _id: '$ownerId', bytes: { $sum: '$contentBytes' } } },
    ])
    .toArray();
  return found === undefined ? 0 : fieldsOf('history', found).integer('bytes');
}

/** Puts an entry whose `ref` was there a moment ago, as the port says: in one command, because it may be replaced or removed meanwhile. */
async function putAgain(db: Db, { _id, ...fields }: HistoryDocument): Promise<void> {
  // Without an entry `$version` is missing, which is less than every number.
  const later = { dateExpiration: { $max: ['$dateExpiration', fields.dateExpiration] } };
  const next = { $cond: [{ $lt: ['$version', fields.version] }, { $literal: fields }, later] };
  const update = [{ $replaceWith: { $mergeObjects: ['$$ROOT', next] } }];
  await upsertOnce(() => history(db).updateOne({ _id }, update, { upsert: true }));
}

export const historyDocument = ({ ref, id, ...former }: FormerAlgo): HistoryDocument => ({
  _id: ref,
  algoId: id,
  ...former,
});

export function storedFormer(document: HistoryDocument): FormerAlgo {
  const fields = fieldsOf('history', document);
  const former: FormerAlgo = {
    id: fields.integer('algoId'),
    ref: fields.text('_id'),
    ...sourceFields(fields),
    dateExpiration: fields.number('dateExpiration'),
  };
  return fields.possible(former, (read) => {
    const name = impossibleInFormer(read);
    return name === 'id' ? 'algoId' : name;
  });
}
