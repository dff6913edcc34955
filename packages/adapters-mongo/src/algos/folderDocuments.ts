import { type Folder, type FolderTree, impossibleInFolders } from '@algotheque/domain';
import type { FolderTreeDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';

export function treeDocument({ ownerId, version, lastId, folders }: FolderTree): FolderTreeDocument {
  const documents = folders.map(({ id, nom, parentId, isLeaving }) => ({
    id,
    nom,
    parentId,
    ...(isLeaving && { isLeaving }),
  }));
  return { _id: ownerId, version, lastId, folders: documents };
}

/** @throws DamagedError */
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
  const isLeaving = fields.optional('isLeaving', (field) => fields.boolean(field)) ?? false;
  return {
    id: fields.integer('id'),
    nom: fields.text('nom'),
    parentId: fields.nullable('parentId', (field) => fields.integer(field)),
    ...(isLeaving && { isLeaving }),
  };
}
