/** For whom a hash is computed; a `Caller` is one. */
export interface HashClient {
  /** The client's network address: what waits is served in turn by address. Without it, all such clients count as one. */
  readonly address?: string;
  /** Aborted when the client has gone: what waits then is not computed. */
  readonly signal?: AbortSignal;
}

/** For whom a password is verified, and among which hashes. */
export interface VerifyClient extends HashClient {
  /**
   * The parameters that stored hashes have (`UserRepository.hashParameters`). With them a failure costs the same whoever's
   * the hash is: one verification for each of these parameters and the hasher's own. Where there are more than four, the
   * four that cost the most. Default: a failure costs what the one hash costs.
   */
  readonly storedParameters?: readonly string[];
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
  verify(password: string, hash: string | null, client?: VerifyClient): Promise<boolean>;
  /** Whether the hash is weaker than what `hash` makes now. */
  needsRehash(hash: string): boolean;
}
