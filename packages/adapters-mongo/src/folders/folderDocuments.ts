import { type Folder, impossibleInFolder } from '@algotheque/domain';
import type { FolderDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

export function folderDocument({ id, nom, ownerId, parentId }: Folder): FolderDocument {
  return { _id: id, nom, ownerId, parentId };
}

/** @throws DamagedError */
export function storedFolder(document: FolderDocument): Folder {
  const fields = fieldsOf('folders', document);
  const folder: Folder = {
    id: fields.integer('_id'),
    nom: fields.text('nom'),
    ownerId: fields.integer('ownerId'),
    parentId: fields.nullable('parentId', (field) => fields.integer(field)),
  };
  return fields.possible(folder, impossibleInFolder);
}
