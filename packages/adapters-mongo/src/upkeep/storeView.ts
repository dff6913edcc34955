import { intact, type OnDamaged, type PortableKind, rowsAtOnce, type StoreView } from '@algotheque/domain';
import type { ClientSession, Document, FindCursor, FindOptions, ReadConcernLike } from 'mongodb';
import { storedAlgo } from '../algos/algoDocuments.ts';
import { storedFormer } from '../algos/algoHistory.ts';
import { storedDeleted } from '../algos/binDocuments.ts';
import type { Commands } from '../connection/commands.ts';
import { contentOf } from '../content/contentStore.ts';
import { type CollectionName, collection } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { countRows, TABLES } from './portableTables.ts';

const BATCH = 1_000;

/** What the database has: at the moment of a session with snapshot reads, or when it is read. */
export function mongoStoreView(commands: Commands, session: ClientSession | null): StoreView {
  // The session alone does not change the read concern of the URL.
  const moment: { readonly session?: ClientSession; readonly readConcern?: ReadConcernLike } =
    session === null ? {} : { session, readConcern: { level: 'snapshot' } };

  /** One cursor for all: pages by key would pass over keys of another type. */
  async function* documentsOf(
    { name, only = {} }: { readonly name: CollectionName; readonly only?: Document | undefined },
    options: FindOptions,
    most = BATCH,
  ): AsyncGenerator<DocumentWithKey[]> {
    const what = `${name}.view`;
    const cursor = await commands.run(what, async (db) =>
      db.collection<DocumentWithKey>(name).find(only, { ...options, ...moment, sort: { _id: 1 }, batchSize: most }),
    );
    try {
      for (;;) {
        const documents = await commands.run(what, () => nextOf(cursor, most));
        if (documents.length === 0) return;
        yield documents;
      }
    } finally {
      await cursor.close();
    }
  }

  return {
    async *contents() {
      for await (const documents of documentsOf({ name: 'algos' }, { projection: { ref: 1, 'deleted.ref': 1 } })) {
        yield documents.flatMap(({ _id, ref = null, deleted = null }) => {
          const named: unknown = ref ?? deleted?.ref;
          return typeof _id === 'number' && typeof named === 'string' ? [{ id: _id, ref: named }] : [];
        });
      }
      for await (const documents of documentsOf({ name: 'history' }, { projection: { algoId: 1 } })) {
        yield documents.flatMap(({ _id, algoId = null }) =>
          typeof _id === 'string' && typeof algoId === 'number' ? [{ id: algoId, ref: _id }] : [],
        );
      }
    },
    countRows: (kind) => commands.repeat(`${TABLES[kind].name}.count`, (db) => countRows(db, kind)),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      const { read, hint, ...table } = TABLES[kind];
      const most = rowsAtOnce(kind);
      for await (const documents of documentsOf(table, hint === undefined ? {} : { hint }, most))
        yield intact(documents, read, { onDamaged });
    },
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

interface DocumentWithKey extends Document {
  readonly _id: unknown;
}

async function nextOf(cursor: FindCursor<DocumentWithKey>, most: number): Promise<DocumentWithKey[]> {
  const documents: DocumentWithKey[] = [];
  while (documents.length < most) {
    const document = await cursor.next();
    if (document === null) break;
    documents.push(document);
  }
  return documents;
}
