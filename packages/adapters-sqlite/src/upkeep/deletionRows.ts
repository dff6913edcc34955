import { type DeletionEntry, impossibleInDeletion } from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';

export const DELETION_COLUMNS = ['userId', 'date'] as const;

const column = new RowReader('deletions', 'userId');

export function deletionOf(row: Row): DeletionEntry {
  const entry = { userId: column.integer(row, 'userId'), date: column.integer(row, 'date') };
  return column.possible(row, entry, impossibleInDeletion);
}
