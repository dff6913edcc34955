import {
  type Folder,
  type FolderRepository,
  type FolderTree,
  impossibleInFolders,
  noFolders,
} from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type FolderTreeDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';
import { findByKey } from '../documents/findByKey.ts';
import { isThere } from '../documents/ids.ts';
import { insertUnlessThere } from '../documents/inserts.ts';

export function mongoFolderRepository(commands: PortCommands): FolderRepository {
  return {
    find: (ownerId, known) =>
      commands.repeat('folderTrees.find', async (db) => {
        if (known !== undefined && (await isThere(db, 'folderTrees', { _id: ownerId, version: known.version })))
          return known;
        const found = await findByKey(db, 'folderTrees', ownerId);
        return found === null ? noFolders(ownerId) : storedTree(found);
      }),
    async compareAndSet(ownerId, version, state) {
      if (version >= Number.MAX_SAFE_INTEGER - 1) return null; // no tree has such a version
      const document = treeDocument({ ...state, ownerId, version: version + 1 });
      return commands.run('folderTrees.compareAndSet', async (db) => {
        const { _id, ...fields } = document;
        const isWritten =
          version === 0
            ? await insertUnlessThere(db, 'folderTrees', document)
            : (await collection(db, 'folderTrees').updateOne({ _id, version }, { $set: fields })).matchedCount === 1;
        return isWritten ? storedTree(document) : null;
      });
    },
    deleteByOwner: (ownerId) =>
      commands.repeat('folderTrees.deleteByOwner', async (db) => {
        await collection(db, 'folderTrees').deleteOne({ _id: ownerId });
      }),
    ...healthOf(commands),
  };
}

export function treeDocument({ ownerId, version, lastId, folders }: FolderTree): FolderTreeDocument {
  const documents = folders.map(({ id, nom, parentId }) => ({ id, nom, parentId }));
  return { _id: ownerId, version, lastId, folders: documents };
}

export function storedTree(document: FolderTreeDocument): FolderTree {
  const fields = fieldsOf('folderTrees', document);
  const tree: FolderTree = {
    ownerId: fields.integer('_id'),
    version: fields.integer('version'),
    lastId: fields.integer('lastId'),
    folders: fields.list('folders').map(folderOf),
  };
  return fields.possible(tree, impossibleInFolders);
}

function folderOf(fields: Fields): Folder {
  return {
    id: fields.integer('id'),
    nom: fields.text('nom'),
    parentId: fields.nullable('parentId', (field) => fields.integer(field)),
  };
}
