import { BrokenDocumentError } from '../errors.ts';
import type { CollectionName } from './collections.ts';

/** An id that was allocated for a new document belongs to another one: somebody edited `counters`. */
export function keyTaken(collection: CollectionName, id: number): BrokenDocumentError {
  return new BrokenDocumentError(
    `MongoDB document ${collection}/${id} is there under an id that was never given; somebody edited counters.`,
  );
}
