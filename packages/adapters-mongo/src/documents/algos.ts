import type { Algorithm, FormerAlgo, StoredGrant, WaitingShare } from '@algotheque/domain';

/** A record. A document of its collection is a record or in the bin: `RECORD` and `BINNED` select the ones and the others. */
export interface AlgoDocument extends Omit<Algorithm, 'id' | 'permsAlgorithme' | 'waiting'> {
  readonly _id: number;
  readonly permsAlgorithme: readonly GrantDocument[];
  readonly waiting: readonly WaitingDocument[];
  /** The place of the owner. This and what is below follows from other fields, and is only searched for. */
  readonly dossierId: number | null;
  readonly nomKey: string;
  readonly words: readonly string[];
  /** What `permsAlgorithme` and `waiting` count for the quota. */
  readonly shareBytes: number;
}

/**
 * A deleted algorithm: a document of the collection of records, under the id that it had there. It has no other field beside `_id`, so what
 * selects records by their fields does not find it.
 */
export interface BinDocument {
  readonly _id: number;
  readonly deleted: Pick<AlgoDocument, KeptField> & { readonly shareBytes: number; readonly dateSuppression: number };
}

/** The fields of a record that a deleted one keeps. */
type KeptField = (typeof KEPT_FIELDS)[number];

export const KEPT_FIELDS = [
  'nom',
  'dateCreation',
  'dateModification',
  'ownerId',
  'permsAlgorithme',
  'version',
  'ref',
  'places',
  'modifiedBy',
  'dateSource',
  'contentBytes',
] as const satisfies readonly (keyof AlgoDocument)[];

export const RECORD = { deleted: { $exists: false } } as const;
export const BINNED = { deleted: { $exists: true } } as const;

/** The index of what is in the bin, by ascending ids. Not all servers would choose it, and others read all records. */
export const BIN_BY_ID = '_id_1_deleted.version_1';

/** What an algorithm was. `_id` is the reference of its content. */
export interface HistoryDocument extends Omit<FormerAlgo, 'id' | 'ref'> {
  readonly _id: string;
  readonly algoId: number;
}

/** A grant; `due` is there while a mail about it is. */
export interface GrantDocument extends Omit<StoredGrant, 'isMailDue'> {
  readonly due?: number;
}

/** A waiting share, with the mailbox that it waits for, and when something is to be done about it: these two are searched for. */
export interface WaitingDocument extends WaitingShare {
  readonly mailbox: string;
  readonly due: number;
}
