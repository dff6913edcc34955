import type { Algorithm } from '../algorithm.ts';
import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';

/** What an algorithm was before a change of its source code: the record of that version, without its shares and places. */
export interface FormerAlgo extends Omit<Algorithm, 'permsAlgorithme' | 'places' | 'waiting'> {
  /** From when on it may be removed, milliseconds since the Unix epoch. */
  readonly dateExpiration: number;
}

/** The same with its source code. */
export interface FormerVersion {
  readonly former: FormerAlgo;
  readonly content: Uint8Array;
}

/** An entry to be stored. `content` is null where the history has it (`holds`). */
export interface NewFormer extends Pick<FormerVersion, 'former'> {
  readonly content: Uint8Array | null;
}

/** An entry whose time has come. `id` is that of the algorithm. */
export type EndedFormer = Pick<FormerAlgo, 'ref' | 'id' | 'dateExpiration'>;

/**
 * What algorithms were: one entry for each content that was replaced, under its `ref`. An entry is written before the commit that
 * replaces, so it may name the content that a record has now: then that commit did not happen, or not yet. Whether an
 * algorithm is there is not known here. Every method that cannot reach the store
 * throws UnavailableError. A damaged entry throws DamagedError; a list leaves it out and notifies `onDamaged`, and without `onDamaged` throws. Ids,
 * versions and sizes are integers up to Number.MAX_SAFE_INTEGER, dates from 0 to MAX_DATE_MS, kept exactly.
 */
export interface AlgoHistory extends Health {
  /**
   * Whether an entry is stored if a commit of AlgoRepository is that was called after `put`: then a caller need not wait for `put`. Default:
   * false.
   */
  readonly isInOrder?: boolean;
  /** Whether the store has the content of this `ref` already, of a record or an entry, and undamaged. Default: it never has. */
  holds?(ref: string): Promise<boolean>;
  /**
   * Stores an entry. An entry of the same `ref` is replaced if it has a lower version; else it stays, and ends at the later date of both. So writers
   * that race may come in any order. Repeatable. Rejects when the content is null and the store does not hold it.
   */
  put(entry: NewFormer): Promise<void>;
  /** The entries of an algorithm, the highest version first. */
  list(id: number, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]>;
  /** The entry of this version. Null when absent. */
  find(id: number, version: number): Promise<FormerVersion | null>;
  /** Entries that end at `now` or before, at most `limit`, the earliest first. Reads no other fields, so damage in these has no effect. */
  listEnded(now: number, limit: number): Promise<readonly EndedFormer[]>;
  /** Sets another end, if the entry has the end that is given. Repeatable. */
  prolong(entry: EndedFormer, dateExpiration: number): Promise<void>;
  /** Lets every entry that ends later than `latest` end then. Damage in other fields has no effect. Repeatable. */
  cut(latest: number): Promise<void>;
  /** Removes an entry, if it has the end that is given; a damaged one too. Repeatable. */
  remove(entry: Pick<EndedFormer, 'ref' | 'dateExpiration'>): Promise<void>;
  /** Removes all entries of an algorithm, damaged ones too. Repeatable. */
  deleteByAlgo(id: number): Promise<void>;
  /** Removes all entries of an owner, damaged ones too. Repeatable. */
  deleteByOwner(ownerId: number): Promise<void>;
  /**
   * Removes entries of an owner, those that end first, until their `contentBytes` are together at most `mostBytes`. Default: removes
   * none. Resolves to the bytes of those that are left.
   */
  keepVersions(ownerId: number, mostBytes?: number): Promise<number>;
}
