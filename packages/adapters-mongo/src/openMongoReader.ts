import { type OnProblem, printProblem } from '@algotheque/domain';
import { Clients } from './connection/clients.ts';
import { type Commands, commandsOn } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import type { MongoStore, MongoStoreOptions } from './options.ts';
import { recordedEmailCase, refuseOtherSecret, refuseUnfinishedImport } from './schema/claims.ts';
import { refuseAbsentStore, refuseOtherSchema } from './schema/version.ts';
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
    const settings = { emails, now: Date.now, onProblem, location };
    return { ...storePorts({ ...commands, health: async () => {} }, settings), close };
  });
}

/** A connection by which nothing is written, not even a presence. */
interface ReadConnection {
  readonly commands: Commands;
  /** Of the database, without credentials. */
  readonly location: string;
  close(): Promise<void>;
}

/**
 * Connects to a store on MongoDB beside the servers that use it. When `open` throws, nothing stays open.
 * @throws MongoUrlError; UnavailableError when MongoDB cannot be reached; StoreRefusedError of one of its kinds when there is no
 * store, it is of another release, or an import into it is not finished
 */
export async function readStore<Opened>(
  url: string,
  onProblem: OnProblem,
  open: (connection: ReadConnection) => Promise<Opened>,
): Promise<Opened> {
  const target = parseUrl(url);
  const clients = new Clients(target, onProblem);
  const commands = commandsOn(clients, target);
  const close = () => clients.close();
  try {
    await clients.connect();
    await commands.run('meta.schema', refuseAbsentStore);
    await commands.run('meta.schema', refuseOtherSchema);
    await commands.run('meta.import', refuseUnfinishedImport);
    return await open({ commands, location: target.location, close });
  } catch (error) {
    await close();
    throw error;
  }
}
