import type { FolderTree, MailEntry, Session, StoredEvent, User } from '@algotheque/domain';
import type { Binary, Collection, Db } from 'mongodb';
import type { AlgoDocument, HistoryDocument } from './algos.ts';
import { perDatabase } from './perDatabase.ts';

export {
  type AlgoDocument,
  BIN_BY_ID,
  BINNED,
  type BinDocument,
  type HistoryDocument,
  KEPT_FIELDS,
  RECORD,
} from './algos.ts';

/** A user. `_id` is the id; dates are milliseconds since the Unix epoch, here and below, where the type says number. */
export interface UserDocument extends Omit<User, 'id'> {
  readonly _id: number;
  /** The keys (`emailKey`) of `adresseMail`, which is the first, and of `emailChange.former`, for the unique index. */
  readonly addresses: readonly string[];
  /** The present address without regard to case (`mailboxOf`). */
  readonly mailbox: string;
  /** The keys (`nameKey`) of the address and of the pseudo, by whose start users are found. */
  readonly addressKey: string;
  readonly pseudoKey: string;
  readonly deleted: boolean;
}

/** A session. `_id` is the digest of its token. */
export interface SessionDocument extends Omit<Session, 'digest'> {
  readonly _id: string;
  /** `dateExpiration` as the Date that MongoDB's own removal needs. */
  readonly expireAt: Date;
}

/** The folders of a user. `_id` is the user's id. */
export interface FolderTreeDocument extends Omit<FolderTree, 'ownerId'> {
  readonly _id: number;
}

/** A deletion under way. `_id` is the user's id. */
export interface DeletionDocument {
  readonly _id: number;
  readonly date: number;
}

/** A mail that waits. `_id` is its name. */
export interface MailDocument extends Omit<MailEntry, 'name'> {
  readonly _id: string;
}

/** An event for owners of the service. `_id` is its key. */
export interface EventDocument extends Omit<StoredEvent, 'key'> {
  readonly _id: string;
  /** Who acted, and the user that it was done to. */
  readonly accounts: readonly number[];
}

/** A limit's counters. `_id` is the SHA-256 of its key, because keys have e-mails. */
export interface LimitDocument {
  readonly _id: string;
  /** The end of the window, and its count. */
  readonly end?: number;
  readonly count?: number;
  /** What the last hit was told, for the server that asked for it. */
  readonly retryAfterMs?: number;
  readonly until?: number;
  readonly expireAt?: Date;
}

/** The highest id that was given for a kind. The collection is called `counters`; SQLite's table of that name holds limits. */
export interface LastIdDocument {
  readonly _id: string;
  readonly last: number;
}

/** Perhaps nothing names the content: it is staged and not published, or it was named by what a commit removes. */
export interface StagedMark {
  readonly date: number;
  /** The reference of the content that it replaces. */
  readonly replaces?: string;
}

/** Content of an algorithm. `_id` is its reference; `bytes` never change. */
export interface ContentDocument {
  readonly _id: string;
  readonly bytes: Binary;
  /** There while the document has the mark below: a sparse index finds it. */
  readonly unfinished?: true;
  readonly staged?: StagedMark;
}

/** Facts about the whole database, each in a document of its own: schema, secret, files, import, lease. */
export interface MetaDocument {
  readonly _id: string;
  readonly version?: number;
  /** The version from which documents are being brought to this one, or a crash ended that. */
  readonly from?: number;
  readonly mode?: string;
  readonly fingerprint?: string;
  /** Where content lies: 'mongodb', or the owner of the folder. */
  readonly owner?: string;
  readonly source?: string;
  /** Who uses the database, and who had it alone last. */
  readonly users?: readonly { readonly id: string }[];
  readonly lastAlone?: string | null;
}

export interface Collections {
  readonly users: UserDocument;
  readonly tokens: SessionDocument;
  readonly algos: AlgoDocument;
  readonly history: HistoryDocument;
  readonly folderTrees: FolderTreeDocument;
  readonly deletions: DeletionDocument;
  readonly mails: MailDocument;
  readonly events: EventDocument;
  readonly limits: LimitDocument;
  readonly counters: LastIdDocument;
  readonly contents: ContentDocument;
  readonly meta: MetaDocument;
}

export type CollectionName = keyof Collections;

/** The driver computes the options of a collection each time one is made. */
const madeOf = perDatabase(() => new Map<CollectionName, Collection>());

/**
 * A collection by name, with the type of what this adapter writes to it. Reads are checked, because anybody may
 * have edited the database.
 */
export function collection<Name extends CollectionName>(db: Db, name: Name): Collection<Collections[Name]> {
  const made = madeOf(db).get(name) ?? db.collection(name);
  madeOf(db).set(name, made);
  return made as unknown as Collection<Collections[Name]>; // of the documents that this name has
}
