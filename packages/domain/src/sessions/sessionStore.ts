import type { Health, OnDamaged } from '../storeErrors.ts';

/** A session as stored. It has the digest of its access token, never the token. */
export interface Session {
  /** SHA-256 of the token, as `AccessTokens.digest` gives it. */
  readonly digest: string;
  readonly userId: number;
  /** The user's `credentialsVersion` at login. A session is void when the two differ. */
  readonly credentialsVersion: number;
  /** All three in milliseconds since the Unix epoch. */
  readonly dateCreation: number;
  /** The last recorded use: see `touchEveryMs`. */
  readonly dateUtilisation: number;
  /**
   * When the session ends if it is not used again: the earlier of the idle and the absolute end, by the policy of the last recorded use. A
   * reader compares it with the policy now (`validSession`).
   */
  readonly dateExpiration: number;
  /** The program that logged in, in plain words, 1 to 100 code points; null where it is not known. */
  readonly client: string | null;
  /** The network that logged in, as `addressArea` gives it; null where it is not known. */
  readonly address: string | null;
}

/** Makes access tokens and checks their form. */
export interface AccessTokens {
  /** A fresh token of 256 random bits in base64url, and its digest. */
  make(): { readonly token: string; readonly digest: string };
  /** The digest under which the session is stored, or null when the text cannot be a token. Of the whole text; nothing is trimmed. */
  digest(token: string): string | null;
}

/** Sessions, by the digest of their access token. */
export interface SessionStore extends Health {
  /**
   * Stores a session. Durable when it resolves. Repeatable: a session that the store already has under this digest keeps
   * its last use, its end and its version.
   */
  insert(session: Session): Promise<void>;
  /** Null when absent. An expired session may still be found: the caller asks `validSession`. */
  find(digest: string): Promise<Session | null>;
  /** The user's sessions, expired ones too, in no particular order; at most `limit`, a positive integer. */
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
  /** Removes sessions whose `dateExpiration` is at or before `now` (ms since the epoch): all, or a part in each call. */
  deleteExpired(now: number): Promise<void>;
}
