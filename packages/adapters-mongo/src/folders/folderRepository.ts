import { isDeepStrictEqual } from 'node:util';
import { type Folder, type FolderRepository, impossibleInFolder } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { collection, type FolderDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findHolder } from '../documents/findByKey.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { pagesById } from '../documents/pagesById.ts';
import { keyTaken, nextId } from '../documents/sequence.ts';

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

/** Folders, one document each. */
export function mongoFolderRepository(commands: PortCommands): FolderRepository {
  return {
    async insert(folder: Omit<Folder, 'id'>) {
      const document = folderDocument({ ...folder, id: await nextId(commands, 'folder') });
      await commands.repeat('folders.insert', (db) => insertFolder(db, document));
      return storedFolder(document);
    },
    async listByOwner(ownerId, onDamaged) {
      const list: Folder[] = [];
      const pages = pagesById(commands, 'folders', {
        what: 'listByOwner',
        read: storedFolder,
        query: { ownerId },
        onDamaged,
      });
      for await (const page of pages) list.push(...page);
      return list;
    },
    deleteByOwner: (ownerId) =>
      commands.repeat('folders.deleteByOwner', async (db) => {
        await collection(db, 'folders').deleteMany({ ownerId });
      }),
    medium: commands,
    health: () => commands.health(),
  };
}

/** Inserts the folder, or finds that an earlier try of this insert has done so. */
async function insertFolder(db: Db, document: FolderDocument): Promise<void> {
  if (await insertUnlessThere(db, 'folders', document)) return;
  const found = await findHolder(db, 'folders', document._id);
  if (!isDeepStrictEqual(found, document)) throw keyTaken('folder', document._id);
}
