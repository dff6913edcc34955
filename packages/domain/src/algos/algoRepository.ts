import type { AlgoChanges, AlgoRow, Algorithm, FormerAlgo, NewAlgorithm } from '../algorithm.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';
import type { AlgoSearch } from './algoSearch.ts';

/** Which algorithms to list: accessible by `by`, and of those only what `seenBy` can access too. */
export interface AccessibleQuery {
  readonly by: number;
  readonly seenBy: number;
  /** Only ids above this one. Default: 0. */
  readonly after?: number;
  /** At most this many, a positive integer. */
  readonly limit: number;
  /** At most this many bytes as `viewBytes` counts them, but one record in any case. */
  readonly maxBytes: number;
}

export interface AllQuery {
  /** Only ids above this one. */
  readonly after: number;
  readonly limit: number;
}

/** Which records with waiting shares to list. */
export interface WaitingQuery extends AllQuery {
  /** As `mailboxOf` makes it of an address. */
  readonly mailbox: string;
}

/** Which records with something due about their shares to list: those with a mail that is due, and with shares that end at these dates. */
export interface SharesDueQuery extends AllQuery {
  /** Shares that end before this, milliseconds since the Unix epoch. */
  readonly endsBefore: number;
  /** And those that end after this: a clock that was ahead has made them. Default: none. */
  readonly endsAfter?: number;
}

/** What an owner has: how many algorithms, those in the bin included, and the sum of what they count (`ownedBytes`). */
export interface Usage {
  readonly algos: number;
  readonly bytes: number;
}

/** A page of records, without their source code, as one user sees them. */
export interface AlgoPage {
  /** By ascending id. */
  readonly algos: readonly AlgoRow[];
  /** The `after` of the next page, or null when nothing follows. */
  readonly next: number | null;
}

/**
 * Algorithm records. The record is the commit point of an algorithm: what `ref` names is its content. "Accessible"
 * means owned by, or named in `permsAlgorithme`. A right that cannot be read is damage: no store replaces it by another.
 */
export interface AlgoRepository extends AlgoSearch, Health {
  /**
   * An id that no other call gets, of any process. Ascending within one process; gaps are possible. A power loss may undo it if no record
   * has got it.
   */
  nextId(): Promise<number>;
  /** The highest id that was given, or that some process may give without asking the store: what is above it, no process has given. */
  lastId(): Promise<number>;
  /** Which of these ids are those of records. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
  /**
   * Saves a record under an id from `nextId`, with `version` 1. Durable when it resolves. A repetition with the same `ref` changes nothing,
   * also after later commits that kept `ref`, and resolves to the record as it is then. A record of this id with another `ref` stays as it
   * is, and so does one in the bin.
   * @throws IdTakenError when there is one
   */
  insert(algo: NewAlgorithm): Promise<Algorithm>;
  /**
   * Null when absent. With a user, also null when the user can not access it, at a cost that does not grow with the number of rights:
   * so the time of an answer does not tell whether there is such a record, or with how many users it is shared.
   */
  findById(id: number, userId?: number): Promise<Algorithm | null>;
  /** The record whose content is `ref`, or null. */
  findByRef(ref: string): Promise<Algorithm | null>;
  /**
   * Commits the changes if the record's version is the one given, and resolves to the record as it is then; null when absent or of another
   * version. New grants remove the places of users who have no right by them. Of racing callers one wins. Durable when it resolves. A
   * version that cannot be raised (`isRaisable`) is damage, and such a record stays as it is.
   * @param former stored as `AlgoHistory.put` does, by this commit, or durably before it. Default: none
   */
  compareAndSet(id: number, version: number, changes: AlgoChanges, former?: FormerAlgo): Promise<Algorithm | null>;
  /**
   * Removes the record if its version is the one given. With null it removes every version, and also a damaged record. True for
   * the one call that did it.
   */
  delete(id: number, version: number | null): Promise<boolean>;
  /**
   * Sets the folder in which the user keeps the algorithm, null for the top, and leaves all else as it is, `version` too: a commit of
   * others does not undo it, nor does it refuse theirs. False when the record is absent, or the user cannot access it. Repeatable; of
   * racing callers the last wins.
   */
  place(id: number, userId: number, dossierId: number | null): Promise<boolean>;
  /** The `ref` of a record whose other fields may be damaged. Null when the record is absent, or its `ref` cannot be read. */
  refOf(id: number): Promise<string | null>;
  /**
   * A page by ascending id, each record once and as `seenBy` sees it; `pageOf` says where it ends. Of a record that `seenBy` does not own,
   * only the right of `seenBy` is read. The cost does not grow with the rights on records after the page. A page with damaged records may
   * be short or empty, although `next` says that more follow.
   */
  listAccessible(query: AccessibleQuery, onDamaged?: OnDamaged): Promise<AlgoPage>;
  /** Records of all owners by ascending id. */
  listAll(query: AllQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]>;
  /**
   * Records with a share that waits for an address of this mailbox, by ascending id. The cost does not grow with the number of other
   * records.
   */
  listWaiting(query: WaitingQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]>;
  /**
   * Records whose shares have something due (`sharesDueOf`) as the query says, by ascending id. The cost does not grow with the number of
   * other records.
   */
  listSharesDue(query: SharesDueQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]>;
  /**
   * What the owner has, with every insert, commit and deletion that has resolved in any process, computed from the records and the bin. The
   * records are read before the bin: what is deleted meanwhile is in one of the two, or in both. Every creation reads it, so it must cost
   * little.
   */
  usage(ownerId: number): Promise<Usage>;
}
