import { BrokenDocumentError } from '../errors.ts';
import type { CollectionName } from './collections.ts';

/** The id for a new document belongs to another document: somebody edited `counters`. */
export function keyTaken(collection: CollectionName, id: number): BrokenDocumentError {
  return new BrokenDocumentError(
    `MongoDB document ${collection}/${id} is there under an id that was never given; somebody edited counters.`,
  );
}
