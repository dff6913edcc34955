/** For whom a hash is computed; a `Caller` is one. */
export interface HashClient {
  /** The client's network address: what waits is served in turn by address. Without it, all such clients count as one. */
  readonly address?: string;
  /** Aborted when the client has gone: what waits then is not computed. */
  readonly signal?: AbortSignal;
}

/** Password hashes as PHC strings. Takes passwords as they come: the domain has normalised them. */
export interface PasswordHasher {
  /**
   * A fresh salt every time.
   * @throws UnavailableError when as many hashes wait as may, or the client has gone before it began.
   */
  hash(password: string, client?: HashClient): Promise<string>;
  /**
   * Whether the password is the hash's. With null, the hash of nobody, it does the same work and resolves to false, so
   * that an unknown account cannot be told from a wrong password.
   * @throws UnavailableError as `hash`.
   */
  verify(password: string, hash: string | null, client?: HashClient): Promise<boolean>;
  /** Whether the hash is weaker than what `hash` makes now. */
  needsRehash(hash: string): boolean;
}
