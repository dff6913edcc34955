import { type Folder, intact, type OnDamaged, treeOfFolders } from '@algotheque/domain';
import type { Db, Document, WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { Fields } from '../documents/fields.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { listing } from '../documents/listing.ts';
import { treeDocument } from '../folders/folderDocuments.ts';

/** Where schema version 7 and older kept each folder in a document of its own. */
const FORMER = 'folders';

/** The collection `counters` had the last id of all folders. */
const FORMER_COUNTER = 'folder';

/** The driver's types lack this name of all types of numbers. */
const NUMBER: Document = { $type: 'number' };

interface FormerDocument {
  readonly _id: number;
  readonly ownerId: number;
}

interface FormerFolder extends Folder {
  readonly ownerId: number;
}

/**
 * Writes the folders of each owner into one document. An owner's documents are removed when the tree is there, so a kill leaves owners that are
 * done and owners that are not, and a repetition does these. A damaged document stays where it is, and folders in it come to the top; `onDamaged` gets it.
 */
export async function makeFolderTrees(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  await commands.repeat('counters.delete', async (db) => {
    await collection(db, 'counters').deleteOne({ _id: FORMER_COUNTER });
  });
  const what = 'folders.makeFolderTrees';
  const owners = await commands.repeat(what, (db) => former(db).distinct('ownerId', { ownerId: NUMBER }));
  for (const ownerId of owners) {
    await listing(commands, { what, onDamaged }, (db, tell) => makeTree(db, ownerId, tell));
  }
  await listing(commands, { what, onDamaged }, async (db, tell) => {
    const others = await former(db)
      .find({ ownerId: { $not: NUMBER } })
      .toArray();
    intact(others, formerFolder, { onDamaged: tell });
  });
  await commands.repeat(what, async (db) => {
    if ((await former(db).findOne()) === null) await db.dropCollection(FORMER);
  });
}

const former = (db: Db) => db.collection<FormerDocument>(FORMER);

async function makeTree(db: Db, ownerId: number, onDamaged: OnDamaged | undefined): Promise<void> {
  const found = await former(db).find({ ownerId }).toArray();
  const folders = intact(found, formerFolder, { onDamaged });
  if (folders.length === 0) return;
  await insertUnlessThere(db, 'folderTrees', treeDocument({ ownerId, version: 1, ...treeOfFolders(folders) }));
  await former(db).deleteMany({ _id: { $in: folders.map(({ id }) => id) } });
}

/** @throws DamagedError */
function formerFolder(document: WithId<FormerDocument>): FormerFolder {
  const fields = new Fields(document, { collection: FORMER, id: document._id, path: '' });
  const folder: FormerFolder = {
    id: fields.integer('_id'),
    nom: fields.text('nom'),
    ownerId: fields.integer('ownerId'),
    parentId: fields.nullable('parentId', (field) => fields.integer(field)),
  };
  return fields.possible(folder, ({ id, ownerId }) => (id < 1 ? 'id' : ownerId < 1 ? 'ownerId' : null));
}
