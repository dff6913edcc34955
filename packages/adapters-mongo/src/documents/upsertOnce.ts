import { isDuplicateKey } from '../connection/failures.ts';

const TRIES = 5;

/**
 * Runs an upsert by `_id`. Of two that race for a document that is not there one fails with a duplicate key; by then
 * the document is there, and the second try updates it. More tries are for documents that come and go.
 */
export async function upsertOnce<Result>(upsert: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await upsert();
    } catch (error) {
      if (!isDuplicateKey(error) || left === 1) throw error;
    }
  }
}
