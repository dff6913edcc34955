import { nameKey, type OnDamaged, wordsOf } from '@algotheque/domain';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type AlgoDocument, collection, RECORD } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { pagesById } from '../documents/pagesById.ts';

const NOT_DONE = { nomKey: { $exists: false }, ...RECORD } as const;

/**
 * Writes what algorithms are found by into documents of schema version 7 and older. Each document is written at once, so a kill leaves
 * documents that are done and documents that are not, and a repetition does these. A damaged document stays as it is; `onDamaged` gets
 * it.
 */
export async function addSearchFields(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  const pages = pagesById(commands, 'algos', { what: 'addSearchFields', read: updateOf, query: NOT_DONE, onDamaged });
  for await (const updates of pages) {
    await commands.repeat('algos.addSearchFields', (db) =>
      collection(db, 'algos').bulkWrite([...updates], { ordered: false }),
    );
  }
}

/** @throws DamagedError */
function updateOf(document: AlgoDocument): AnyBulkWriteOperation<AlgoDocument> {
  const nom = fieldsOf('algos', document).text('nom');
  const set = { places: [], dossierId: null, nomKey: nameKey(nom), words: [...wordsOf(nom)] };
  // With the name, because a server of the older release may have changed it meanwhile.
  return { updateOne: { filter: { _id: document._id, nom, ...NOT_DONE }, update: { $set: set } } };
}
