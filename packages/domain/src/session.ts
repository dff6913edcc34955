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
  /** When the session ends if it is not used again: the earlier of the idle and the absolute end. */
  readonly dateExpiration: number;
  /** The program that logged in, in plain words, 1 to 100 code points; null where it is not known. */
  readonly client: string | null;
  /** The network that logged in, as `addressArea` gives it; null where it is not known. */
  readonly address: string | null;
}
