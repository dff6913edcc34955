import type { Health, OnDamaged } from '../storeErrors.ts';

/** One user whose deletion has begun. */
export interface DeletionEntry {
  readonly userId: number;
  /** When the deletion began, milliseconds since the Unix epoch. */
  readonly date: number;
}

/** Deletions of users that are under way, or have ended a short time ago. */
export interface DeletionLog extends Health {
  /** Durable when it resolves. Repeatable: an existing entry gets the new date. */
  add(entry: DeletionEntry): Promise<void>;
  /** All entries, oldest first. */
  list(onDamaged?: OnDamaged): Promise<readonly DeletionEntry[]>;
  /** Removes the entry, if its date is the one given; without a date any. Repeatable. */
  remove(userId: number, date?: number): Promise<void>;
}

/**
 * Up to which time the rounds in the background have removed what ends by age. It belongs to a store, and a copy of the store begins
 * without it.
 */
export interface RoundLog extends Health {
  /** Milliseconds since the Unix epoch; null before the first round. @throws DamagedError */
  last(): Promise<number | null>;
  /** Durable when it resolves. Takes the place of the last one, also of a later one; of several at once one stays. */
  record(date: number): Promise<void>;
}
