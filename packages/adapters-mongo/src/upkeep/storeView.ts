import type { NamedContent, StoreView } from '@algotheque/domain';
import type { ClientSession, FindOptions } from 'mongodb';
import { storedAlgo } from '../algos/algoDocuments.ts';
import { storedFormer } from '../algos/algoHistory.ts';
import { storedDeleted } from '../algos/binDocuments.ts';
import type { Commands } from '../connection/commands.ts';
import { contentOf } from '../content/contentStore.ts';
import { collection } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { pagesById } from '../documents/pagesById.ts';
import { exportedRows } from './exportedRows.ts';
import { countRows, TABLES } from './portableTables.ts';

/** What the database has: at the moment of a session with snapshot reads, or when it is read. */
export function mongoStoreView(commands: Commands, session: ClientSession | null): StoreView {
  // The session alone does not change the read concern of the URL.
  const moment: FindOptions = session === null ? {} : { session, readConcern: { level: 'snapshot' } };
  return {
    async *contents() {
      yield* pagesById(commands, 'algos', {
        what: 'view',
        query: { _id: { $gt: Number.NEGATIVE_INFINITY } },
        options: { ...moment, projection: { ref: 1, 'deleted.ref': 1 } },
        read: ({ _id, ...of }: NamingDocument) => namedBy(_id, of.ref ?? of.deleted?.ref),
      });
      yield* pagesById(commands, 'history', {
        what: 'view',
        query: { _id: { $gte: '' } },
        options: { ...moment, projection: { algoId: 1 } },
        read: ({ _id, algoId }) => namedBy(algoId, _id),
      });
    },
    countRows: (kind) => commands.repeat(`${TABLES[kind].name}.count`, (db) => countRows(db, kind)),
    exportRows: (kind, onDamaged) => exportedRows(commands, kind, { options: moment, onDamaged }),
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

/** A record, or what is in the bin. */
interface NamingDocument {
  readonly _id: unknown;
  readonly ref?: unknown;
  readonly deleted?: { readonly ref?: unknown };
}

/** Null for a document that names no content. */
const namedBy = (id: unknown, ref: unknown): NamedContent | null =>
  typeof id === 'number' && typeof ref === 'string' ? { id, ref } : null;
