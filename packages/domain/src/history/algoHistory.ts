import type { FormerAlgo } from '../algorithm.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';

/** An entry whose time has come. `id` is that of the algorithm. */
export type EndedFormer = Pick<FormerAlgo, 'ref' | 'id' | 'dateExpiration'>;

/** An entry by its key, with the size of its content: 0 if that is damaged. */
export interface FormerKey extends EndedFormer {
  readonly contentBytes: number;
}

/** The entries of an algorithm, or of an owner. */
export type FormersOf = { readonly id: number } | { readonly ownerId: number };

/**
 * What algorithms were: one entry for each content that was replaced and kept, under its `ref`; the content is in the content store. The
 * commit that replaces writes the entry (`AlgoRepository.compareAndSet`). In a store without transactions an entry may name the content
 * that a record has now: then that commit did not happen, or not yet. Whether an algorithm is there is not known here.
 */
export interface AlgoHistory extends Health {
  /**
   * Stores an entry. An entry of the same `ref` is replaced if it has a lower version; else it stays, and ends at the later date of both.
   * So writers that race may come in any order. Repeatable.
   */
  put(former: FormerAlgo): Promise<void>;
  /** The entries of an algorithm, the highest version first. */
  list(id: number, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]>;
  /** The entry of this version. Null when absent. */
  find(id: number, version: number): Promise<FormerAlgo | null>;
  /** The id of the algorithm of the entry with this `ref`, or null. Reads no other fields, so damage in these has no effect. */
  idOf(ref: string): Promise<number | null>;
  /** Which of these references have entries. */
  existing(refs: readonly string[]): Promise<readonly string[]>;
  /** Entries that end at `now` or before, at most `limit`, the earliest first. Reads no other fields, so damage in these has no effect. */
  listEnded(now: number, limit: number): Promise<readonly EndedFormer[]>;
  /** Entries of an algorithm or an owner, at most `limit`, those that end first; damaged ones too. */
  listKeys(of: FormersOf, limit: number): Promise<readonly FormerKey[]>;
  /** The `contentBytes` of all entries of an owner together. */
  bytesOf(ownerId: number): Promise<number>;
  /** Sets another end, if the entry has the end that is given. Repeatable. */
  prolong(entry: EndedFormer, dateExpiration: number): Promise<void>;
  /**
   * Removes entries that have the ends which are given; damaged ones too. Resolves to the references of which there is no entry then.
   * Repeatable.
   */
  remove(entries: readonly Pick<EndedFormer, 'ref' | 'dateExpiration'>[]): Promise<readonly string[]>;
}
