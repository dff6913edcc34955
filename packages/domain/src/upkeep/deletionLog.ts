import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';

/** One user whose deletion has begun. */
export interface DeletionEntry {
  readonly userId: number;
  /** When the deletion began, milliseconds since the Unix epoch. */
  readonly date: number;
}

/**
 * Deletions of users that are under way, or have ended a short time ago. Every method that cannot reach the store throws
 * UnavailableError. Ids are integers up to Number.MAX_SAFE_INTEGER, dates from 0 to MAX_DATE_MS, kept exactly; an
 * entry with another value is damaged.
 */
export interface DeletionLog extends Health {
  /** Durable when it resolves. Repeatable: an existing entry gets the new date. */
  add(entry: DeletionEntry): Promise<void>;
  /** All entries, oldest first. Leaves a damaged one out and notifies `onDamaged`; without it throws DamagedError. */
  list(onDamaged?: OnDamaged): Promise<readonly DeletionEntry[]>;
  /** Removes the entry, if its date is the one given; without a date any. Repeatable. */
  remove(userId: number, date?: number): Promise<void>;
}
