import { intact, type OnDamaged } from '@algotheque/domain';
import { Binary, type Db, type Document } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type BinDocument, KEPT_FIELDS } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { upsertOnce } from '../documents/inserts.ts';
import { listing } from '../documents/listing.ts';
import { binOf } from '../history/binDocuments.ts';

/** The fields of schema version 11 and older by which an entry of the history was a deleted algorithm. */
const FORMER_FIELDS = { dateSuppression: '', permsAlgorithme: '', places: '' } as const;

/** Of contents of the usual size, few enough for the deadline of a command. */
const PAGE = 100;

type Entry = Document & { readonly _id: string };

const history = (db: Db) => db.collection<Entry>('history');

/**
 * Moves deleted algorithms from the history to the bin. It goes along all entries. What belongs into the bin is inserted there
 * before its entry is removed, and an entry loses the former fields after that, so a kill leaves entries that a repetition moves or changes. An entry whose
 * algorithm is not known stays as it is; `onDamaged` gets it.
 */
export async function moveToBin(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  const what = 'history.moveToBin';
  for (let last = ''; ; ) {
    const page = await listing(commands, { what, onDamaged }, async (db, tell) => {
      const options = { projection: { algoId: 1, dateSuppression: 1 }, sort: { _id: 1 }, limit: PAGE } as const;
      const found = await history(db)
        .find({ _id: { $gt: last } }, options)
        .toArray();
      return { entries: intact(found, keyOf, { onDamaged: tell }), count: found.length, last: found.at(-1)?._id };
    });
    const deleted = new Set(page.entries.filter(({ isDeleted }) => isDeleted).map(({ algoId }) => algoId));
    for (const algoId of deleted) await commands.repeat(what, (db) => moveLatest(db, algoId));
    const refs = page.entries.map(({ ref }) => ref);
    await commands.repeat(what, (db) => history(db).updateMany({ _id: { $in: refs } }, { $unset: FORMER_FIELDS }));
    if (page.last === undefined || page.count < PAGE) return;
    last = page.last;
  }
}

/** @throws DamagedError */
const keyOf = (entry: Entry) => ({
  ref: entry._id,
  algoId: fieldsOf('history', entry).integer('algoId'),
  isDeleted: isDeleted(entry),
});

const isDeleted = ({ dateSuppression }: Document): boolean => (dateSuppression ?? null) !== null;

/** The bin showed the entry of the highest version, of an algorithm that is absent. Of equal versions, that of the deletion. */
async function moveLatest(db: Db, algoId: number): Promise<void> {
  const sort = { version: -1, dateSuppression: -1 } as const;
  const entry = await history(db).findOne({ algoId }, { sort });
  if (entry === null || !isDeleted(entry)) return;
  const fresh = { $setOnInsert: { deleted: deletedOf(entry) } };
  await upsertOnce(() => binOf(db).updateOne({ _id: algoId }, fresh, { upsert: true }));
  const moved = { _id: algoId, 'deleted.ref': entry._id };
  const isMoved = (await binOf(db).findOne(moved, { projection: { _id: 1 }, readConcern: 'local' })) !== null;
  if (isMoved) await history(db).deleteOne({ _id: entry._id });
}

/** With the values as they are: damage in them is reported by who reads the bin. */
function deletedOf({ _id, bytes, contentBytes, dateSuppression, ...entry }: Entry): BinDocument['deleted'] {
  const known = KEPT_FIELDS.filter((field) => (entry[field] ?? null) !== null);
  return {
    ...Object.fromEntries(known.map((field) => [field, entry[field]])),
    ref: _id,
    contentBytes: bytes instanceof Binary ? bytes.length() : contentBytes,
    dateSuppression,
    bytes,
  } as unknown as BinDocument['deleted'];
}
