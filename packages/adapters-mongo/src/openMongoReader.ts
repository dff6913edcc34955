import { completeBounds, printProblem } from '@algotheque/domain';
import { MongoAlgoRepository } from './algos/algoRepository.ts';
import { MONGO_BOUNDS } from './bounds.ts';
import { MongoChecks } from './checks/mongoChecks.ts';
import { Clients } from './connection/clients.ts';
import { commandsOn, type PortCommands } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import { MongoContentStore } from './content/contentStore.ts';
import { mongoPortableStore } from './copies/portableStore.ts';
import { mongoFolderRepository } from './folders/folderRepository.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { refuseOtherSecret, refuseUnfinishedImport } from './schema/claims.ts';
import { recordedPlace } from './schema/contentPlace.ts';
import { recordedEmailCase } from './schema/emailCase.ts';
import { refuseAbsentStore, refuseOtherSchema } from './schema/version.ts';
import { mongoSessionStore } from './sessions/sessionStore.ts';
import { mongoDeletionLog } from './upkeep/deletionLog.ts';
import type { EmailMode } from './users/emailKeys.ts';
import { MongoUserRepository } from './users/userRepository.ts';

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
  const bounds = completeBounds(MONGO_BOUNDS);
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
  return {
    users: new MongoUserRepository(commands, emails),
    algos: new MongoAlgoRepository(commands, bounds),
    folders: mongoFolderRepository(commands),
    sessionStore: mongoSessionStore(commands),
    deletions: mongoDeletionLog(commands),
    contentStore: new MongoContentStore(commands, { now: Date.now, processId: 'reader', bounds }),
    portable: mongoPortableStore(commands, target.location),
    checks: new MongoChecks(commands),
    contentPlace: () => commands.repeat('meta.files', recordedPlace),
    location: target.location,
    close: () => clients.close(),
  };
}
