import type { Health } from '../health.ts';
import type { Session } from '../session.ts';

/** The dates of a session, in milliseconds since the Unix epoch. */
export type SessionDates = Pick<Session, 'dateCreation' | 'dateUtilisation' | 'dateExpiration'>;

/**
 * Access tokens by digest. Every method that cannot reach the store throws UnavailableError, and `find` of a damaged token
 * DamagedError: neither is ever "absent".
 * Ids, versions, sizes and dates are integers up to Number.MAX_SAFE_INTEGER, kept exactly.
 */
export interface SessionStore extends Health {
  /**
   * Stores a token. Durable when it resolves. Repeatable: where a token of this digest is there, nothing of it changes,
   * neither its last use nor its end nor its version.
   */
  insert(token: Session): Promise<void>;
  /** Null when absent. An expired token may still be found: the caller compares `dateExpiration` with its clock. */
  find(digest: string): Promise<Session | null>;
  /**
   * Records a use that is later than the one recorded; another, at the same moment too, has no effect, so that a repeated
   * call changes nothing. Never brings a deleted token back.
   */
  touch(digest: string, use: Pick<Session, 'dateUtilisation' | 'dateExpiration'>): Promise<void>;
  /** Sets `credentialsVersion` if it is below the one given. No effect on an absent token. */
  raiseVersion(digest: string, credentialsVersion: number): Promise<void>;
  /** True for the one call that removed it, damaged or not. */
  delete(digest: string): Promise<boolean>;
  /** Removes the user's tokens whose `credentialsVersion` is below the one given; without one, all of them, damaged ones too. Repeatable. */
  deleteByUser(userId: number, belowVersion?: number): Promise<void>;
  /**
   * Limits the dates of each session that ends after `latest.dateExpiration` to those in `latest`: a clock that was
   * ahead wrote the later ones. Repeatable.
   */
  cut(latest: SessionDates): Promise<void>;
  /** Removes tokens whose `dateExpiration` is at or before `now` (ms since the epoch); all of them, or a good part. */
  deleteExpired(now: number): Promise<void>;
}
