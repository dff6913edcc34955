import {
  type Algorithm,
  type DeletedAlgo,
  intact,
  type NamedContent,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  rowsAtOnce,
  type StoreView,
} from '@algotheque/domain';
import type { ClientSession, Document, FindCursor, FindOptions, ReadConcernLike } from 'mongodb';
import { storedAlgo } from '../algos/algoDocuments.ts';
import type { Commands } from '../connection/commands.ts';
import { contentOf } from '../content/contentStore.ts';
import { type CollectionName, collection } from '../documents/collections.ts';
import { storedDeleted } from '../history/binDocuments.ts';
import { TABLES } from './portableTables.ts';

const BATCH = 1_000;

/** What the database has: at the moment of a session with snapshot reads, or when it is read. */
export class MongoStoreView implements StoreView {
  readonly #commands: Commands;
  readonly #options: { readonly session?: ClientSession; readonly readConcern?: ReadConcernLike };

  constructor(commands: Commands, session: ClientSession | null) {
    this.#commands = commands;
    // The session alone does not change the read concern of the URL.
    this.#options = session === null ? {} : { session, readConcern: { level: 'snapshot' } };
  }

  async *contents(): AsyncGenerator<readonly NamedContent[]> {
    for await (const documents of this.#documents({ name: 'algos' }, { projection: { ref: 1, 'deleted.ref': 1 } })) {
      yield documents.flatMap(({ _id, ref = null, deleted = null }) => {
        const named: unknown = ref ?? deleted?.ref;
        return typeof _id === 'number' && typeof named === 'string' ? [{ id: _id, ref: named }] : [];
      });
    }
  }

  async *rows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged: OnDamaged,
  ): AsyncGenerator<readonly PortableRows[Kind][]> {
    const { read, hint, ...table } = TABLES[kind];
    const most = rowsAtOnce(kind);
    for await (const documents of this.#documents(table, hint === undefined ? {} : { hint }, most))
      yield intact(documents, read, { onDamaged });
  }

  content({ ref }: NamedContent): Promise<Uint8Array | null> {
    return this.#commands.repeat('contents.read', async (db) => {
      const found = await collection(db, 'contents').findOne({ _id: ref }, this.#options);
      return found === null ? null : contentOf(found);
    });
  }

  find(id: number): Promise<Algorithm | DeletedAlgo | null> {
    return this.#commands.repeat('algos.find', async (db) => {
      const found = await collection(db, 'algos').findOne({ _id: id }, this.#options);
      if (found === null) return null;
      return 'deleted' in found ? storedDeleted(found) : storedAlgo(found);
    });
  }

  /** One cursor for all: pages by key would pass over keys of another type. */
  async *#documents(
    { name, only = {} }: { readonly name: CollectionName; readonly only?: Document | undefined },
    options: FindOptions,
    most = BATCH,
  ): AsyncGenerator<DocumentWithKey[]> {
    const what = `${name}.view`;
    const cursor = await this.#commands.run(what, async (db) =>
      db
        .collection<DocumentWithKey>(name)
        .find(only, { ...options, ...this.#options, sort: { _id: 1 }, batchSize: most }),
    );
    try {
      for (;;) {
        const documents = await this.#commands.run(what, () => nextOf(cursor, most));
        if (documents.length === 0) return;
        yield documents;
      }
    } finally {
      await cursor.close();
    }
  }
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
