/** Password hashes as PHC strings. Takes passwords as they come: the domain has normalised them. */
export interface PasswordHasher {
  /**
   * A fresh salt every time.
   * @throws UnavailableError when as many hashes wait as may.
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hash's. With null, the hash of nobody, it does the same work and resolves to false, so
   * that an unknown account cannot be told from a wrong password.
   * @throws UnavailableError as `hash`.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash is weaker than what `hash` makes now. */
  needsRehash(hash: string): boolean;
}
