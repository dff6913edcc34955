import { isDuplicateKey } from '../connection/failures.ts';

const TRIES = 5;

/**
 * Runs an upsert by `_id`. When two race for a document that is absent, one fails with a duplicate key; by then the
 * document exists, and the second try updates it. It tries several times, because documents may come and go.
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
