import { randomBytes } from 'node:crypto';
import { type Db, type Document, MongoClient } from 'mongodb';
import { collection } from '../../src/documents/collections.ts';
import type { MongoServer } from './mongoServer.ts';

/** A database past the adapter, which can get its documents of earlier back. */
export interface KeptDatabase {
  readonly url: string;
  /** Keeps what the service has written. */
  save(): Promise<void>;
  /** What `save` has kept is all that is there; nothing before. */
  restore(): Promise<void>;
  /** The contents by their references. Every field beside reference and bytes is a mark of unfinished work. */
  contents(): Promise<ReadonlyMap<string, { readonly bytes: Uint8Array; readonly marks: readonly string[] }>>;
  drop(): Promise<void>;
}

/** The other collections are about the database and the servers on it. */
const COLLECTIONS = ['users', 'tokens', 'algos', 'folders', 'deletions', 'limits', 'counters', 'contents'];

export function keptDatabase(server: MongoServer): KeptDatabase {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new MongoClient(server.url(name));
  const db = client.db(name);
  let saved: ReadonlyMap<string, readonly Document[]> = new Map();
  return {
    url: server.url(name),
    async save() {
      const documents = COLLECTIONS.map(async (each) => [each, await db.collection(each).find().toArray()] as const);
      saved = new Map(await Promise.all(documents));
    },
    async restore() {
      await Promise.all(COLLECTIONS.map((each) => replaceAll(db, each, saved.get(each) ?? [])));
    },
    async contents() {
      const found = await collection(db, 'contents').find().toArray();
      return new Map(
        found.map(({ _id, bytes, ...marks }) => [_id, { bytes: bytes.value(), marks: Object.keys(marks) }]),
      );
    },
    async drop() {
      await db.dropDatabase();
      await client.close();
    },
  };
}

async function replaceAll(db: Db, name: string, documents: readonly Document[]): Promise<void> {
  await db.collection(name).deleteMany({});
  if (documents.length > 0) await db.collection(name).insertMany([...documents]);
}
