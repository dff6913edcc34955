import { type Folder, impossibleInFolder } from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';

export const FOLDER_COLUMNS = ['id', 'nom', 'ownerId', 'parentId'] as const;

const column = new RowReader('folders', 'id');

export function folderOf(row: Row): Folder {
  const folder: Folder = {
    id: column.integer(row, 'id'),
    nom: column.text(row, 'nom'),
    ownerId: column.integer(row, 'ownerId'),
    parentId: column.integerOrNull(row, 'parentId'),
  };
  return column.possible(row, folder, impossibleInFolder);
}
