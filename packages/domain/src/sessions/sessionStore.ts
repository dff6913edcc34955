import type { Health } from '../health.ts';
import type { Session } from '../session.ts';
import type { OnDamaged } from '../storeErrors.ts';

/** The dates of a session, in milliseconds since the Unix epoch. */
export type SessionDates = Pick<Session, 'dateCreation' | 'dateUtilisation' | 'dateExpiration'>;

/** What `deleteIdlest` keeps. */
export interface KeptSessions {
  /** A digest. */
  readonly except: string;
  /** How many others, from 0 on. */
  readonly keep: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Sessions, by the digest of their access token. Every method that cannot reach the store throws UnavailableError. `find`
 * of a damaged session throws DamagedError. In both cases the session is never reported as absent.
 * Ids and versions are integers from 1 to Number.MAX_SAFE_INTEGER, dates from 0 to MAX_DATE_MS, kept exactly. A session
 * with another value is damaged (`impossibleInSession`).
 */
export interface SessionStore extends Health {
  /**
   * Stores a session. Durable when it resolves. Repeatable: a session that the store already has under this digest keeps
   * its last use, its end and its version.
   */
  insert(session: Session): Promise<void>;
  /** Null when absent. An expired session may still be found: the caller compares `dateExpiration` with its clock. */
  find(digest: string): Promise<Session | null>;
  /**
   * The user's sessions, expired ones too, in no particular order; at most `limit` (1 to 1,000). A damaged session is left out and
   * `onDamaged` gets it, and as many others are listed as `limit` says; without `onDamaged` it throws DamagedError.
   */
  listByUser(userId: number, limit: number, onDamaged?: OnDamaged): Promise<readonly Session[]>;
  /**
   * Records a use that is later than the recorded one. An earlier use, or one at the same moment, has no effect, so a
   * repeated call changes nothing. Never brings a deleted session back.
   */
  touch(digest: string, use: Pick<Session, 'dateUtilisation' | 'dateExpiration'>): Promise<void>;
  /** Sets `credentialsVersion` if it is below the one given. No effect on an absent session. */
  raiseVersion(digest: string, credentialsVersion: number): Promise<void>;
  /** True for the one call that removed it, damaged or not. */
  delete(digest: string): Promise<boolean>;
  /**
   * Removes the user's sessions whose `credentialsVersion` is below `belowVersion`. Without `belowVersion` it removes all
   * of them, damaged ones too. Repeatable.
   */
  deleteByUser(userId: number, belowVersion?: number): Promise<void>;
  /** Removes the user's sessions except the one under this digest, damaged ones too. Repeatable. */
  deleteOthers(userId: number, digest: string): Promise<void>;
  /**
   * Removes those of the user's sessions that were idle longest: of the sessions that end after `now`, the one under `except` and the
   * `keep` others with the latest use stay. A damaged session may stay or not. Repeatable.
   */
  deleteIdlest(userId: number, rest: KeptSessions): Promise<void>;
  /**
   * Limits the dates of each session that ends after `latest.dateExpiration` to those in `latest`: a clock that was
   * ahead wrote the later ones. A session with a date that no clock can have given is damaged: it stays as it is, and
   * `onDamaged` gets it; without `onDamaged` the call throws DamagedError, after it has cut the others. Repeatable.
   */
  cut(latest: SessionDates, onDamaged?: OnDamaged): Promise<void>;
  /** Removes sessions whose `dateExpiration` is at or before `now` (ms since the epoch): all, or a part in each call. */
  deleteExpired(now: number): Promise<void>;
}
