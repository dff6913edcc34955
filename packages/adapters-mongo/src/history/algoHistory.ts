import {
  type AlgoHistory,
  type DeletedQuery,
  type EndedFormer,
  type FormerAlgo,
  type FormerVersion,
  intact,
  type OnDamaged,
} from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { collection, type HistoryDocument } from '../documents/collections.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { listing } from '../documents/listing.ts';
import { listDeleted } from './deletedFormers.ts';
import { historyDocument, storedFormer, storedVersion } from './historyDocuments.ts';
import { putAgain } from './putAgain.ts';
import { removeFirst, versionBytes } from './versionBytes.ts';

const WITHOUT_CONTENT = { projection: { bytes: 0 } } as const;
const history = (db: Db) => collection(db, 'history');

/** What algorithms were, one document for each content. */
export class MongoAlgoHistory implements AlgoHistory {
  readonly #commands: PortCommands;

  constructor(commands: PortCommands) {
    this.#commands = commands;
  }

  put(entry: FormerVersion, most?: number): Promise<number | null> {
    const document = historyDocument(entry);
    return this.#commands.repeat('history.put', async (db) => {
      const put = async () => ((await insertUnlessThere(db, 'history', document)) ? null : putAgain(db, document));
      const [end, first] = await Promise.all([put(), most === undefined ? null : firstBeyond(db, document, most)]);
      if (first !== null) await history(db).deleteMany({ algoId: document.algoId, version: { $lte: first } });
      return end;
    });
  }

  list(id: number, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]> {
    return listing(this.#commands, { what: 'history.list', onDamaged }, async (db, tell) => {
      const found = await history(db)
        .find({ algoId: id }, { ...WITHOUT_CONTENT, sort: { version: -1 } })
        .toArray();
      return intact(found, storedFormer, { onDamaged: tell });
    });
  }

  find(id: number, version?: number): Promise<FormerVersion | null> {
    return this.#commands.repeat('history.find', async (db) => {
      const wanted = { algoId: id, ...(version !== undefined && { version }) };
      const found = await history(db).findOne(wanted, { sort: { version: -1 } });
      return found === null ? null : storedVersion(found);
    });
  }

  listDeleted(query: DeletedQuery, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]> {
    const what = 'history.listDeleted';
    return listing(this.#commands, { what, onDamaged }, (db, tell) => listDeleted(db, query, tell));
  }

  listEnded(now: number, limit: number): Promise<readonly EndedFormer[]> {
    return this.#commands.repeat('history.listEnded', async (db) => {
      const options = { projection: { algoId: 1, dateExpiration: 1 }, sort: { dateExpiration: 1 }, limit } as const;
      const found = await history(db)
        .find({ dateExpiration: { $lte: now } }, options)
        .toArray();
      return found.map(({ _id, algoId, dateExpiration }) => ({ ref: _id, id: algoId, dateExpiration }));
    });
  }

  cut(latest: number): Promise<void> {
    return this.#commands.repeat('history.cut', async (db) => {
      await history(db).updateMany({ dateExpiration: { $gt: latest } }, { $set: { dateExpiration: latest } });
    });
  }

  prolong({ ref, dateExpiration }: EndedFormer, until: number): Promise<void> {
    return this.#commands.repeat('history.prolong', async (db) => {
      const set = { dateExpiration: until, dateSuppression: null, permsAlgorithme: [], places: [] };
      await history(db).updateOne({ _id: ref, dateExpiration }, { $set: set });
    });
  }

  remove({ ref, dateExpiration }: Pick<EndedFormer, 'ref' | 'dateExpiration'>): Promise<boolean> {
    return this.#commands.run('history.remove', async (db) => {
      return (await history(db).deleteOne({ _id: ref, dateExpiration })).deletedCount === 1;
    });
  }

  deleteByAlgo(id: number): Promise<void> {
    return this.#commands.repeat('history.deleteByAlgo', async (db) => {
      await history(db).deleteMany({ algoId: id });
    });
  }

  deleteByOwner(ownerId: number): Promise<void> {
    return this.#commands.repeat('history.deleteByOwner', async (db) => {
      await history(db).deleteMany({ ownerId });
    });
  }

  dropGrants(ownerId: number): Promise<void> {
    return this.#commands.repeat('history.dropGrants', async (db) => {
      const deleted = { ownerId, dateSuppression: { $gt: Number.NEGATIVE_INFINITY }, permsAlgorithme: { $ne: [] } };
      const others = { idUtilisateur: { $ne: ownerId } };
      await history(db).updateMany(deleted, { $set: { permsAlgorithme: [] }, $pull: { places: others } });
    });
  }

  keepVersions(ownerId: number, mostBytes = Number.POSITIVE_INFINITY): Promise<number> {
    return this.#commands.repeat('history.keepVersions', async (db) => {
      const bytes = await versionBytes(db, ownerId);
      return bytes <= mostBytes ? bytes : bytes - (await removeFirst(db, ownerId, bytes - mostBytes));
    });
  }

  get medium(): object {
    return this.#commands;
  }

  health(): Promise<void> {
    return this.#commands.health();
  }
}

/** The highest version that goes when the entry is stored and only so many are kept; null if none goes. */
async function firstBeyond(db: Db, { _id, algoId, version }: HistoryDocument, most: number): Promise<number | null> {
  const options = { projection: { version: 1 }, sort: { version: -1 }, skip: most - 1 } as const;
  const last = await history(db).findOne({ algoId, _id: { $ne: _id } }, options);
  if (last === null) return null;
  return version > last.version ? last.version : last.version - 1;
}
