import type { Binary, Collection, Db } from 'mongodb';

/** A user. `_id` is the id; dates are milliseconds since the Unix epoch, here and below, where the type says number. */
export interface UserDocument {
  readonly _id: number;
  readonly adresseMail: string;
  readonly mdpHash: string;
  readonly pseudo: string;
  readonly dateInscription: number;
  readonly isVerified: boolean;
  readonly urlPfp: string | null;
  readonly credentialsVersion: number;
  readonly confirmationDue: { readonly date: number; readonly locale: string } | null;
  /** Missing in a document of schema version 1: nothing is owed. */
  readonly noticeDue?: { readonly date: number; readonly locale: string } | null;
  /** Marked for deletion. */
  readonly deleted: boolean;
}

/** An access token. `_id` is the digest. */
export interface SessionDocument {
  readonly _id: string;
  readonly userId: number;
  readonly credentialsVersion: number;
  readonly dateCreation: number;
  readonly dateUtilisation: number;
  readonly dateExpiration: number;
  /** `dateExpiration` as the Date that MongoDB's own removal needs. */
  readonly expireAt: Date;
}

export interface AlgoDocument {
  readonly _id: number;
  readonly nom: string;
  readonly dateCreation: number;
  readonly dateModification: number;
  readonly ownerId: number;
  readonly permsAlgorithme: readonly { readonly idUtilisateur: number; readonly droits: string }[];
  readonly version: number;
  readonly ref: string;
  /** Missing where an earlier release made the document. */
  readonly contentBytes?: number;
}

export interface FolderDocument {
  readonly _id: number;
  readonly nom: string;
  readonly ownerId: number;
  readonly parentId: number | null;
}

/** A deletion under way. `_id` is the user's id. */
export interface DeletionDocument {
  readonly _id: number;
  readonly date: number;
}

/** Counts of a limit. `_id` is the SHA-256 of its key, for keys hold e-mails. */
export interface LimitDocument {
  readonly _id: string;
  /** When the window ends, and what it has counted. */
  readonly end?: number;
  readonly count?: number;
  /** When the lease of each undecided try ends. */
  readonly leases?: readonly number[];
  /** The result of the last operation on this document, for the server that asked for it. */
  readonly said?: number;
  readonly until?: number;
  readonly expireAt?: Date;
}

/** The highest id that was given for a kind. The collection is called `counters`; SQLite's table of that name holds limits. */
export interface LastIdDocument {
  readonly _id: string;
  readonly last: number;
}

/** Content of an algorithm; never changed. `_id` is its reference. */
export interface ContentDocument {
  readonly _id: string;
  readonly bytes: Binary;
}

/** "Content `ref` is perhaps named by no record": staged and not published yet, or announced to be replaced or deleted. */
export interface StagingDocument {
  readonly _id: string;
  readonly ref: string;
  readonly date: number;
  readonly change: 'stage' | 'replace' | 'delete';
  /** The algorithm and the process, of an announcement. */
  readonly id?: number;
  readonly by?: string;
}

/** A server that uses the database; `seen` is the server's own clock, MongoDB's. */
export interface ServerDocument {
  readonly _id: string;
  readonly host: string;
  readonly pid: number;
  readonly seen: Date;
}

/** What holds for the whole database, each under a name of its own: schema, secret, files, import, lock. */
export interface MetaDocument {
  readonly _id: string;
  readonly version?: number;
  readonly fingerprint?: string;
  /** Where content lies: 'mongodb', or the owner of the folder. */
  readonly owner?: string;
  readonly source?: string;
  readonly holder?: string;
  readonly host?: string;
  readonly pid?: number;
  readonly seen?: Date;
}

export interface Collections {
  readonly users: UserDocument;
  readonly tokens: SessionDocument;
  readonly algos: AlgoDocument;
  readonly folders: FolderDocument;
  readonly deletions: DeletionDocument;
  readonly limits: LimitDocument;
  readonly counters: LastIdDocument;
  readonly contents: ContentDocument;
  readonly staging: StagingDocument;
  readonly servers: ServerDocument;
  readonly meta: MetaDocument;
}

export type CollectionName = keyof Collections;

/** A collection by name, with the type of what this adapter writes there. What is read is checked: anybody may have edited it. */
export function collection<Name extends CollectionName>(db: Db, name: Name): Collection<Collections[Name]> {
  return db.collection<Collections[Name]>(name);
}
