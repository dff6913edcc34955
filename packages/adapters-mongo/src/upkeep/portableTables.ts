import type { EmailCase, PortableKind, PortableRows } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { algoDocument, storedAlgo } from '../algos/algoDocuments.ts';
import { historyDocument, storedFormer } from '../algos/algoHistory.ts';
import { binDocument, storedDeleted } from '../algos/binDocuments.ts';
import { storedTree, treeDocument } from '../algos/folderRepository.ts';
import {
  BIN_BY_ID,
  BINNED,
  type CollectionName,
  type Collections,
  collection,
  RECORD,
} from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { isThere } from '../documents/ids.ts';
import { eventDocument, storedEvent } from '../users/eventStore.ts';
import { mailDocument, storedMail } from '../users/mailQueue.ts';
import { REMEMBERED, rememberedDocument, storedRemembered } from '../users/rateLimiter.ts';
import { sessionDocument, storedSession } from '../users/sessionStore.ts';
import { storedUser, userDocument } from '../users/userDocuments.ts';
import { storedDeletion } from './logs.ts';

type Key = number | string;
type Selection = typeof RECORD | typeof BINNED | typeof REMEMBERED;
const NUMBER = Number.NEGATIVE_INFINITY;

/** The collection of a kind of rows, and how they are written there. `read` checks each field, so it takes any document. */
export interface Table<Row> {
  readonly name: CollectionName;
  /** Selects the documents of the kind. Default: all. */
  readonly only?: Selection;
  readonly hint?: string;
  /** Below all keys of the right type: a comparison with it selects no key of another type. */
  readonly lowest: Key;
  read(document: { readonly _id: unknown }): Row;
  write(row: Row, emailCase: EmailCase): { readonly _id: Key };
}

const table = <Row, Name extends CollectionName>(
  of: Omit<Table<Row>, 'name' | 'read'> & { readonly name: Name; read(document: Collections[Name]): Row },
): Table<Row> => ({ ...of, read: (document) => of.read(document as Collections[Name]) });

export const TABLES: { readonly [Kind in PortableKind]: Table<PortableRows[Kind]> } = {
  user: table({ name: 'users', lowest: NUMBER, read: storedUser, write: userDocument }),
  session: table({ name: 'tokens', lowest: '', read: storedSession, write: sessionDocument }),
  algo: table({ name: 'algos', only: RECORD, lowest: NUMBER, read: storedAlgo, write: algoDocument }),
  deleted: table({
    name: 'algos',
    only: BINNED,
    hint: BIN_BY_ID,
    lowest: NUMBER,
    read: (document) => storedDeleted(document),
    write: (row) => binDocument(row),
  }),
  former: table({
    name: 'history',
    lowest: '',
    read: storedFormer,
    write: historyDocument,
  }),
  folder: table({ name: 'folderTrees', lowest: NUMBER, read: storedTree, write: treeDocument }),
  deletion: table({
    name: 'deletions',
    lowest: NUMBER,
    read: storedDeletion,
    write: ({ userId, date }) => ({ _id: userId, date }),
  }),
  remembered: table({
    name: 'limits',
    only: REMEMBERED,
    lowest: '',
    read: storedRemembered,
    write: rememberedDocument,
  }),
  mail: table({ name: 'mails', lowest: '', read: storedMail, write: (row) => mailDocument(row) }),
  event: table({ name: 'events', lowest: '', read: storedEvent, write: (row) => eventDocument(row) }),
  lastId: table({
    name: 'counters',
    lowest: '',
    read(document) {
      const fields = fieldsOf('counters', document);
      const id = fields.possible(fields.integer('last'), (last) => (last >= 0 ? null : 'last'));
      return { of: fields.oneOf('_id', ['user', 'algo']), id };
    },
    write: ({ of, id }) => ({ _id: of, last: id }),
  }),
};

/** What must be empty before an import. Of limits only what is remembered counts: they exist from the first call on. */
const MUST_BE_EMPTY: readonly Pick<Table<unknown>, 'name' | 'only'>[] = [
  ...Object.values(TABLES),
  { name: 'contents' },
];

/** The name of a collection that holds something; null if none does. */
export async function holder(db: Db): Promise<CollectionName | null> {
  for (const { name, only } of MUST_BE_EMPTY) if (await isThere(db, name, only ?? {})) return name;
  return null;
}

/** Removes what an interrupted import has left. What an import never writes is left out. */
export async function clear(db: Db): Promise<void> {
  for (const { name, only } of MUST_BE_EMPTY) await collection(db, name).deleteMany(only ?? {});
}

export async function countRows(db: Db, kind: PortableKind): Promise<number> {
  const { name, only } = TABLES[kind];
  const documents = collection(db, name);
  if (only === REMEMBERED) return documents.countDocuments(REMEMBERED);
  const binned = only === undefined ? 0 : await documents.countDocuments(BINNED, { hint: BIN_BY_ID });
  return only === BINNED ? binned : (await documents.estimatedDocumentCount()) - binned;
}
