import { randomBytes } from 'node:crypto';
import { type Db, type Document, type IndexDescription, MongoClient } from 'mongodb';
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

/** The other collections are about the database and the servers on it; the counters of ids go on, as open stores have parts of them. */
const COLLECTIONS = [
  'users',
  'tokens',
  'algos',
  'history',
  'folderTrees',
  'deletions',
  'mails',
  'events',
  'limits',
  'contents',
];

interface Kept {
  readonly documents: readonly Document[];
  /** Of a collection that is made anew; else empty. */
  readonly indexes: readonly IndexDescription[];
}

const NOTHING: Kept = { documents: [], indexes: [] };

export function keptDatabase(server: MongoServer): KeptDatabase {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new MongoClient(server.url(name));
  const db = client.db(name);
  let saved: ReadonlyMap<string, Kept> = new Map();
  return {
    url: server.url(name),
    async save() {
      saved = new Map(await Promise.all(COLLECTIONS.map(async (each) => [each, await keptOf(db, each)] as const)));
    },
    async restore() {
      await Promise.all(COLLECTIONS.map((each) => replaceAll(db, each, saved.get(each) ?? NOTHING)));
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

async function replaceAll(db: Db, name: string, { documents, indexes }: Kept): Promise<void> {
  if (indexes.length > 0 && (await hasChangedEmails(db, name))) {
    await db.dropCollection(name);
    await db.collection(name).createIndexes([...indexes]);
  } else {
    await db.collection(name).deleteMany({});
  }
  if (documents.length > 0) await db.collection(name).insertMany([...documents]);
}

/** Whether an e-mail was changed: some compatible servers keep the former values of a unique index until the collection is dropped. */
const hasChangedEmails = async (db: Db, name: string): Promise<boolean> =>
  (await db.collection(name).findOne({ 'emailChange.version': { $gt: 0 } })) !== null;

async function keptOf(db: Db, name: string): Promise<Kept> {
  const documents = await db.collection(name).find().toArray();
  if (name !== 'users') return { documents, indexes: [] };
  const indexes = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_');
  return { documents, indexes: indexes.map(({ v: _version, ...index }) => index) };
}
