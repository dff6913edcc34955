import type { StoreView } from '@algotheque/domain';
import type { ClientSession, FindOptions } from 'mongodb';
import { storedAlgo } from '../algos/algoDocuments.ts';
import { storedFormer } from '../algos/algoHistory.ts';
import { storedDeleted } from '../algos/binDocuments.ts';
import type { Commands } from '../connection/commands.ts';
import { contentOf } from '../content/contentStore.ts';
import { collection } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { rowsOf } from './exportedRows.ts';

/** What the database has: at the moment of a session with snapshot reads, or when it is read. */
export function mongoStoreView(commands: Commands, session: ClientSession | null): StoreView {
  // The session alone does not change the read concern of the URL.
  const moment: FindOptions = session === null ? {} : { session, readConcern: { level: 'snapshot' } };
  return {
    ...rowsOf(commands, moment),
    content: ({ ref }) =>
      commands.repeat('contents.read', async (db) =>
        orNull(await collection(db, 'contents').findOne({ _id: ref }, moment), contentOf),
      ),
    find: (id) =>
      commands.repeat('algos.find', async (db) => {
        const found = await collection(db, 'algos').findOne({ _id: id }, moment);
        if (found === null) return null;
        return 'deleted' in found ? storedDeleted(found) : storedAlgo(found);
      }),
    findFormer: (ref) =>
      commands.repeat('history.find', async (db) =>
        orNull(await collection(db, 'history').findOne({ _id: ref }, moment), storedFormer),
      ),
  };
}
