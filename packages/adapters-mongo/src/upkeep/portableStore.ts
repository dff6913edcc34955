import {
  type ImportOrder,
  ImportRefusedError,
  interruptedImport,
  KeyTakenError,
  type PortableKind,
  type PortableRows,
  type PortableStore,
} from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { isDuplicateKey } from '../connection/failures.ts';
import { type CollectionName, collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { IMPORT, recordedEmailCase } from '../schema/claims.ts';
import { rowsOf } from './exportedRows.ts';
import { clear, holder, TABLES } from './portableTables.ts';

/** Rows written by one command: few enough for its deadline on a slow disk. */
const CHUNK = 200;

/** Copies out of and into the collections, by key. `location` is the database's, for messages: no credentials. */
export function mongoPortableStore(commands: Commands, location: string): PortableStore {
  return {
    ...rowsOf(commands),
    beginImport: (order) => commands.repeat('meta.beginImport', (db) => beginImport(db, location, order)),
    async importRows<Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) {
      const { name, write } = TABLES[kind];
      const emailCase = await commands.repeat('meta.emailCase', recordedEmailCase);
      for (let at = 0; at < rows.length; at += CHUNK) {
        const documents = rows.slice(at, at + CHUNK).map((row) => write(row, emailCase));
        await commands.repeat(`${name}.import`, (db) => replaceAll(db, name, documents));
      }
    },
    endImport: () =>
      commands.repeat('meta.endImport', async (db) => {
        await collection(db, 'meta').deleteOne({ _id: IMPORT });
      }),
  };
}

async function beginImport(
  db: Db,
  location: string,
  { source, anew = false, isLeft = false }: ImportOrder,
): Promise<void> {
  const refusal = (problem: string) => new ImportRefusedError(`The MongoDB database at ${location} ${problem}`);
  const mark = await collection(db, 'meta').findOne({ _id: IMPORT });
  const held = await holder(db);
  if (held !== null) {
    if (mark === null && !isLeft) throw refusal(`is not empty: collection ${held}`);
    if (!anew) throw refusal(interruptedImport(mark === null ? null : fieldsOf('meta', mark).text('source')));
  }
  await collection(db, 'meta').updateOne({ _id: IMPORT }, { $set: { source } }, { upsert: true });
  if (held !== null) await clear(db);
}

async function replaceAll(
  db: Db,
  name: CollectionName,
  rows: readonly { readonly _id: number | string }[],
): Promise<void> {
  const replacements = rows.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id }, replacement, upsert: true },
  }));
  try {
    // Documents of any kind: the table has chosen the collection.
    await db.collection<{ _id: number | string }>(name).bulkWrite(replacements, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new KeyTakenError(`MongoDB collection ${name}: a row has the e-mail or the content of another row.`);
  }
}
