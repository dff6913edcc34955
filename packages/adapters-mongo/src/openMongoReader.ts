import { completeBounds, printProblem } from '@algotheque/domain';
import { MONGO_BOUNDS } from './bounds.ts';
import { Clients } from './connection/clients.ts';
import { commandsOn, type PortCommands } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { refuseOtherSecret, refuseUnfinishedImport } from './schema/claims.ts';
import { recordedEmailCase } from './schema/emailCase.ts';
import { refuseAbsentStore, refuseOtherSchema } from './schema/version.ts';
import { storePorts } from './storePorts.ts';
import type { EmailMode } from './users/emailKeys.ts';

/** A database that is only read. The methods of its ports that write must not be called. */
export type MongoReader = Omit<MongoStore, 'limiter' | 'outbox' | 'ready'>;

/**
 * Connects to a store on MongoDB only to read it. Servers may use it at the same time, and nothing is written, not even a
 * presence.
 * @throws MongoUrlError; UnavailableError when MongoDB cannot be reached; StoreRefusedError of one of its kinds when there
 * is no store, or one that this release cannot read; nothing stays open then
 */
export async function openMongoReader(
  options: Pick<MongoStoreOptions, 'url' | 'secretFingerprint' | 'onProblem'>,
): Promise<MongoReader> {
  const target = parseUrl(options.url);
  const clients = new Clients(target, options.onProblem ?? printProblem);
  const commands: PortCommands = { ...commandsOn(clients, target), health: async () => {} };
  const emails: EmailMode = { case: 'exact' };
  try {
    await clients.connect();
    await commands.run('meta.schema', refuseAbsentStore);
    await commands.run('meta.schema', refuseOtherSchema);
    await commands.run('meta.import', refuseUnfinishedImport);
    emails.case = await commands.run('meta.emailCase', recordedEmailCase);
    const { secretFingerprint } = options;
    if (secretFingerprint !== undefined) {
      await commands.run('meta.secret', (db) => refuseOtherSecret(db, secretFingerprint));
    }
  } catch (error) {
    await clients.close();
    throw error;
  }
  const bounds = completeBounds(MONGO_BOUNDS);
  const settings = { emails, bounds, now: Date.now, processId: 'reader', location: target.location };
  return { ...storePorts(commands, settings), close: () => clients.close() };
}
