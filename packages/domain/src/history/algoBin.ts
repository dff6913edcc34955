import type { Algorithm, BinKey, DeletedAlgo, Restoration } from '../algorithm.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';

export interface BinQuery {
  readonly ownerId: number;
  /** Only what comes behind this one in the order of the list. Default: all. */
  readonly after?: { readonly dateSuppression: number; readonly id: number };
  /** At most this many, a positive integer; damaged ones do not count. */
  readonly limit: number;
}

/**
 * Deleted algorithms that can be restored: their records, in the store of the records. Their contents stay in the content store, under the
 * same `ref`. An algorithm is a record or in the bin, never both: each move is one atomic step that depends on the version, so of racing
 * callers one wins, and a process that ends leaves the one or the other. What is in the bin is absent for all methods of AlgoRepository,
 * but it counts in `usage`, and its id is taken.
 */
export interface AlgoBin extends Health {
  /**
   * Moves the record of an algorithm to the bin if its version is the one given; its shares that wait end. True for the one call that did
   * it. Durable when it resolves.
   */
  add(id: number, version: number, dateSuppression: number): Promise<boolean>;
  /** Null when it is not in the bin. */
  find(id: number): Promise<DeletedAlgo | null>;
  /** The id of what has this `ref`, or null. Reads no other fields, so damage in these has no effect. */
  idOf(ref: string): Promise<number | null>;
  /** Which of these ids are in the bin. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
  /** What an owner has deleted, the latest first, and of equal dates the highest id. */
  list(query: BinQuery, onDamaged?: OnDamaged): Promise<readonly DeletedAlgo[]>;
  /**
   * Makes it a record again if its version is the one given: with the next version, and these fields. Resolves to the record; null when it
   * is not in the bin, or has another version. Durable when it resolves. A version that cannot be raised (`isRaisable`) is damage.
   */
  restore(id: number, version: number, restoration: Restoration): Promise<Algorithm | null>;
  /** Removes it for good if its version is the one given; a damaged one too. True for the one call that did it. */
  remove(key: Pick<BinKey, 'id' | 'version'>): Promise<boolean>;
  /** What was deleted at `date` or before, at most `limit`, the earliest first. Reads no other fields, so damage in these has no effect. */
  listUntil(date: number, limit: number): Promise<readonly BinKey[]>;
  /** What an owner has in the bin, at most `limit`, damaged ones too. */
  listOwned(ownerId: number, limit: number): Promise<readonly BinKey[]>;
  /** What an owner has in the bin together, damaged ones too. */
  usage(ownerId: number): Promise<{ readonly algos: number; readonly bytes: number }>;
  /**
   * Takes all rights, and the places of all but the owner, out of what the owner has in the bin, and raises the version of each that has
   * rights: so a restoration that has read them is refused. Damage in other fields has no effect. Repeatable.
   */
  dropRights(ownerId: number): Promise<void>;
}
