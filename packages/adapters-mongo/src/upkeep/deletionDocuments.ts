import type { DeletionEntry } from '@algotheque/domain';
import type { DeletionDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

/** @throws DamagedError */
export function storedDeletion(document: DeletionDocument): DeletionEntry {
  const fields = fieldsOf('deletions', document);
  return { userId: fields.integer('_id'), date: fields.number('date') };
}
