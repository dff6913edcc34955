/**
 * The purpose of a mail token; a token of one purpose is never accepted for another one: `change_email` is in the mail to
 * a new address, `take_back` in the mail to the address before, `invitation` in the mail to an address for which a share waits.
 */
export type MailPurpose = 'confirm' | 'recover' | 'change_email' | 'take_back' | 'invitation';

/** The claims of a token. Its numbers are integers up to Number.MAX_SAFE_INTEGER. */
export interface MailTokenClaims {
  readonly userId: number;
  readonly purpose: MailPurpose;
  /** What the token is bound to: a number that the user has had when it was made. Its purpose says which one. */
  readonly version: number;
  /** When the token ends, milliseconds since the Unix epoch; kept to the second, rounded down. */
  readonly dateExpiration: number;
  /** Of an invitation: the address that it went to, 1 to 254 characters. */
  readonly adresseMail?: string;
}

/** Signed tokens that go out by mail and can be decoded back to the user id. */
export interface MailTokens {
  /** A token of characters that a URL path segment allows. */
  make(claims: MailTokenClaims): Promise<string>;
  /**
   * The claims of a genuine token of this purpose that has not ended at `now` (ms since the epoch), else null: forged, cut, of another
   * purpose, expired, or no token at all.
   */
  read(token: string, purpose: MailPurpose, now: number): Promise<MailTokenClaims | null>;
}
