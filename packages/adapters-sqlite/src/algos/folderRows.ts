import type { SQLInputValue } from 'node:sqlite';
import { type Folder, type FolderTree, impossibleInFolders } from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';

export const FOLDER_COLUMNS = ['ownerId', 'version', 'lastId', 'folders'] as const;

const column = new RowReader('folderTrees', 'ownerId');

/** @throws DamagedError */
export function treeOf(row: Row): FolderTree {
  const tree: FolderTree = {
    ownerId: column.integer(row, 'ownerId'),
    version: column.integer(row, 'version'),
    lastId: column.integer(row, 'lastId'),
    folders: column.list(row, 'folders', isFolder),
  };
  return column.possible(row, tree, impossibleInFolders);
}

/** By column. @throws TypeError for a name with a lone surrogate */
export function treeValues({ ownerId, version, lastId, folders }: FolderTree) {
  return { ownerId, version, lastId, folders: foldersText(folders) } satisfies Record<string, SQLInputValue>;
}

const foldersText = (folders: readonly Folder[]): string =>
  JSON.stringify(
    folders.map(({ id, nom, parentId, isLeaving }) => ({ id, nom: storableText(nom, 'nom'), parentId, isLeaving })),
  );

const FIELDS = new Set(['id', 'nom', 'parentId', 'isLeaving']);

function isFolder(value: unknown): value is Folder {
  const fields: Readonly<Record<string, unknown>> = { ...Object(value) };
  const { id, nom, parentId, isLeaving } = fields;
  const arePlaces = Number.isSafeInteger(id) && (parentId === null || Number.isSafeInteger(parentId));
  const isMarked = isLeaving === undefined || isLeaving === true;
  return arePlaces && isMarked && typeof nom === 'string' && Object.keys(fields).every((name) => FIELDS.has(name));
}
