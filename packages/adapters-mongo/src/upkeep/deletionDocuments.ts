import { type DeletionEntry, impossibleInDeletion } from '@algotheque/domain';
import type { DeletionDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

/** @throws DamagedError */
export function storedDeletion(document: DeletionDocument): DeletionEntry {
  const fields = fieldsOf('deletions', document);
  const entry = { userId: fields.integer('_id'), date: fields.number('date') };
  return fields.possible(entry, impossibleInDeletion);
}
