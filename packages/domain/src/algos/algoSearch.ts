import type { AlgoRow, Right } from '../algorithm.ts';
import type { OnDamaged } from '../storeErrors.ts';

/** What a user owns, or what others share with them. */
export type AlgoSide = 'owned' | 'shared';

export interface AlgoOrder {
  readonly by: 'nom' | 'dateCreation' | 'dateModification';
  readonly descending: boolean;
}

/** The place of a record in an order: a text for the order by name, else a date. */
export interface AlgoPosition {
  readonly key: string | number;
  readonly id: number;
}

export interface AlgoEntry extends Omit<AlgoRow, 'permsAlgorithme'> {
  readonly droits: Right;
  /** The folder of this user that it is in; null: at the top. */
  readonly dossierId: number | null;
}

export interface WalkQuery {
  readonly userId: number;
  readonly side: AlgoSide;
  readonly order: AlgoOrder;
  /** Only what comes behind this position in the order. Default: all. */
  readonly after?: AlgoPosition;
  /** At most this many records, damaged ones included; a positive integer. */
  readonly limit: number;
}

export interface Walked {
  readonly entries: readonly AlgoEntry[];
  /** The position of the last record that was looked at, damaged or not. Null when none is behind it. */
  readonly last: AlgoPosition | null;
}

/**
 * One condition that an index answers. `word`: a word of the name begins with it; only of the side `owned`. `dossierId`: in this folder of
 * the user. `modifiedSince`: `dateModification` is not less, milliseconds since the Unix epoch. `all`: no condition.
 */
export type AlgoCondition =
  | { readonly word: string }
  | { readonly dossierId: number }
  | { readonly modifiedSince: number }
  | { readonly all: true };

export interface ConditionQuery {
  readonly userId: number;
  readonly side: AlgoSide;
  readonly where: AlgoCondition;
  /** At most this many ids, a positive integer. */
  readonly limit: number;
}

/**
 * The part of the repository that finds records. Every method but `countByFolder` uses an index and costs as many steps as it returns
 * records. Words and keys of names are those of `nameWords.ts`.
 */
export interface AlgoSearch {
  /** The records of one side in an order. Damaged ones count for the limit. */
  walk(query: WalkQuery, onDamaged?: OnDamaged): Promise<Walked>;
  /**
   * The ids of records that satisfy the condition, each once, in no order. `all` names damaged records too, and their keys as they are: one
   * that was edited by hand may be no number.
   */
  idsWhere(query: ConditionQuery): Promise<readonly number[]>;
  /** The records of these ids that the user can access, in no order. */
  entriesOf(userId: number, ids: readonly number[], onDamaged?: OnDamaged): Promise<readonly AlgoEntry[]>;
  /** How many records the user keeps in each folder, and under null at the top: owned and shared ones. */
  countByFolder(userId: number): Promise<ReadonlyMap<number | null, number>>;
}
