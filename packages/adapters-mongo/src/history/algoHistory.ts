import { type AlgoHistory, intact } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { collection, type HistoryDocument } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { insertUnlessThere, upsertOnce } from '../documents/inserts.ts';
import { listing } from '../documents/listing.ts';
import { historyDocument, storedFormer, storedVersion } from './historyDocuments.ts';
import { keepBytes } from './versionBytes.ts';

const WITHOUT_CONTENT = { projection: { bytes: 0 } } as const;
const history = (db: Db) => collection(db, 'history');

/** What algorithms were, one document for each content. */
export function mongoAlgoHistory(commands: PortCommands): AlgoHistory {
  return {
    async put({ former, content }) {
      if (content === null) throw new TypeError('A history without holds gets the content of each entry');
      const document = historyDocument({ former, content });
      return commands.repeat('history.put', async (db) => {
        if (!(await insertUnlessThere(db, 'history', document))) await putAgain(db, document);
      });
    },
    list: (id, onDamaged) =>
      listing(commands, { what: 'history.list', onDamaged }, async (db, tell) => {
        const found = await history(db)
          .find({ algoId: id }, { ...WITHOUT_CONTENT, sort: { version: -1 } })
          .toArray();
        return intact(found, storedFormer, { onDamaged: tell });
      }),
    find: (id, version) =>
      commands.repeat('history.find', async (db) =>
        orNull(await history(db).findOne({ algoId: id, version }), storedVersion),
      ),
    listEnded: (now, limit) =>
      commands.repeat('history.listEnded', async (db) => {
        const options = { projection: { algoId: 1, dateExpiration: 1 }, sort: { dateExpiration: 1 }, limit } as const;
        const found = await history(db)
          .find({ dateExpiration: { $lte: now } }, options)
          .toArray();
        return found.map(({ _id, algoId, dateExpiration }) => ({ ref: _id, id: algoId, dateExpiration }));
      }),
    cut: (latest) =>
      commands.repeat('history.cut', async (db) => {
        await history(db).updateMany({ dateExpiration: { $gt: latest } }, { $set: { dateExpiration: latest } });
      }),
    prolong: ({ ref, dateExpiration }, until) =>
      commands.repeat('history.prolong', async (db) => {
        await history(db).updateOne({ _id: ref, dateExpiration }, { $set: { dateExpiration: until } });
      }),
    remove: ({ ref, dateExpiration }) =>
      commands.repeat('history.remove', async (db) => {
        await history(db).deleteOne({ _id: ref, dateExpiration });
      }),
    deleteByAlgo: (id) =>
      commands.repeat('history.deleteByAlgo', async (db) => {
        await history(db).deleteMany({ algoId: id });
      }),
    deleteByOwner: (ownerId) =>
      commands.repeat('history.deleteByOwner', async (db) => {
        await history(db).deleteMany({ ownerId });
      }),
    keepVersions: (ownerId, mostBytes = Number.POSITIVE_INFINITY) =>
      commands.repeat('history.keepVersions', (db) => keepBytes(db, ownerId, mostBytes)),
    medium: commands,
    health: () => commands.health(),
  };
}

/** Puts an entry whose `ref` was there a moment ago, as the port says: in one command, because it may be replaced or removed meanwhile. */
async function putAgain(db: Db, { _id, ...fields }: HistoryDocument): Promise<void> {
  // Without an entry `$version` is missing, which is less than every number.
  const later = { dateExpiration: { $max: ['$dateExpiration', fields.dateExpiration] } };
  const next = { $cond: [{ $lt: ['$version', fields.version] }, { $literal: fields }, later] };
  const update = [{ $replaceWith: { $mergeObjects: ['$$ROOT', next] } }];
  await upsertOnce(() => history(db).updateOne({ _id }, update, { upsert: true }));
}
