import { ImportRefusedError, printProblem, type StoreViews } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { Clients } from '../connection/clients.ts';
import { commandsOn } from '../connection/commands.ts';
import { parseUrl } from '../connection/url.ts';
import { readStore } from '../openMongoReader.ts';
import { isImporting } from '../schema/claims.ts';
import { recordedPlace } from '../schema/contentPlace.ts';
import { holder } from './portableTables.ts';
import { mongoStoreView } from './storeView.ts';

/**
 * Opens a database beside the servers that use it. Nothing is written. Its views are of one moment on replica sets and sharded clusters; a
 * stand-alone server cannot do that. MongoDB keeps the data of a moment for `minSnapshotHistoryWindowInSeconds`, 300 s by default.
 * @throws MongoUrlError; StoreRefusedError when there is no store, it is of another release, or an import into it is not finished;
 * UnavailableError
 */
export function openMongoViews(url: string): Promise<StoreViews> {
  return readStore(url, printProblem, async ({ commands, location, close }) => {
    const isOneMoment = await commands.run('hello', hasSnapshots);
    return {
      location: `mongodb://${location}`,
      present: mongoStoreView(commands, null),
      contentPlace: () => commands.repeat('meta.files', recordedPlace),
      isOneMoment,
      async take() {
        if (!isOneMoment) return { ...mongoStoreView(commands, null), end: async () => {} };
        const session = await commands.run('startSession', async (db) => db.client.startSession({ snapshot: true }));
        return { ...mongoStoreView(commands, session), end: () => session.endSession() };
      },
      locate: (ref) => `contents/${ref}`,
      close,
    };
  });
}

/**
 * @throws ImportRefusedError when the database has records or contents, which are of no unfinished import; MongoUrlError, UnavailableError
 */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const target = parseUrl(url);
  const clients = new Clients(target, printProblem);
  try {
    await clients.connect();
    const commands = commandsOn(clients, target);
    const held = await commands.run('meta.import', holder);
    if (held !== null && !(await commands.run('meta.import', isImporting)))
      throw new ImportRefusedError(`The MongoDB database at ${target.location} is not empty: collection ${held}`);
  } finally {
    await clients.close();
  }
}

/** A stand-alone server has neither a set name nor the mark of a router. */
async function hasSnapshots(db: Db): Promise<boolean> {
  const { setName, msg } = await db.command({ hello: 1 });
  return setName !== undefined || msg === 'isdbgrid';
}
