import type { OnProblem } from '@algotheque/domain';
import { Clients } from './connection/clients.ts';
import { type Commands, commandsOn } from './connection/commands.ts';
import { parseUrl } from './connection/url.ts';
import { refuseUnfinishedImport } from './schema/claims.ts';
import { refuseAbsentStore, refuseOtherSchema } from './schema/version.ts';

/** A connection by which nothing is written, not even a presence. */
export interface ReadConnection {
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
