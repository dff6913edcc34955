import { completeBounds, printProblem } from '@algotheque/domain';
import { MONGO_BOUNDS } from './bounds.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { readStore } from './readStore.ts';
import { refuseOtherSecret } from './schema/claims.ts';
import { recordedEmailCase } from './schema/emailCase.ts';
import { storePorts } from './storePorts.ts';

/** A database that is only read. The methods of its ports that write must not be called. */
export type MongoReader = Omit<MongoStore, 'clock' | 'limiter' | 'outbox' | 'rounds' | 'ready'>;

/**
 * Connects to a store on MongoDB only to read it. Servers may use it at the same time, and nothing is written, not even a
 * presence.
 * @throws MongoUrlError; UnavailableError when MongoDB cannot be reached; StoreRefusedError of one of its kinds when there
 * is no store, or one that this release cannot read; nothing stays open then
 */
export async function openMongoReader(
  options: Pick<MongoStoreOptions, 'url' | 'secretFingerprint' | 'onProblem'>,
): Promise<MongoReader> {
  const { url, secretFingerprint, onProblem = printProblem } = options;
  return readStore(url, onProblem, async ({ commands, location, close }) => {
    const emails = { case: await commands.run('meta.emailCase', recordedEmailCase) };
    if (secretFingerprint !== undefined) {
      await commands.run('meta.secret', (db) => refuseOtherSecret(db, secretFingerprint));
    }
    const bounds = completeBounds(MONGO_BOUNDS);
    const settings = { emails, bounds, now: Date.now, onProblem, location };
    return { ...storePorts({ ...commands, health: async () => {} }, settings), close };
  });
}
