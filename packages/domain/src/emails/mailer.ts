import type { Health } from '../storeErrors.ts';
import type { Locale } from '../user.ts';

/** Who gets a mail, and in which language. */
export interface MailRecipient {
  readonly id: number;
  readonly adresseMail: string;
  readonly pseudo: string;
  readonly locale: Locale;
}

/** The mails that users ask for, with a link made from a token. `change_email` goes to the new address. */
export type RequestedMail = 'confirm' | 'recover' | 'change_email';

/** The mails whose link has a token, and works for a time. */
export type MailWithToken = RequestedMail | 'email_changed' | 'email_reserved' | 'email_taken_back';

/**
 * The kinds of mail: those with a link made from a token, and notices, which need none. `account_recovered` takes the place of
 * `password_changed` if the account was never confirmed before the reset. `email_changed` goes to the address before, and its token takes
 * that address back. `email_taken` goes to an address that somebody tried to change theirs to; `email_reserved` too, if a user can still
 * take the address back, with a token that does so. `email_taken_back` goes to an address that was taken back, with a token that sets a new
 * password; `email_displaced` to the address that the account had until then. `test` is what an owner of the service sends to themself.
 * `algo_shared` tells a user that `sharer` shares the algorithm `algo` with them. `share_invitation` goes to an address without a confirmed
 * account, with a token that gives what waits for the address, and that stops these mails; its recipient has the id 0, and the address as
 * pseudo.
 */
export type Mail =
  | { readonly kind: MailWithToken; readonly token: string }
  | { readonly kind: 'password_changed' | 'account_recovered' | 'email_taken' | 'email_displaced' | 'test' }
  /** Pseudo of the owner, name and id of the algorithm. */
  | { readonly kind: 'algo_shared'; readonly sharer: string; readonly algo: string; readonly algoId: number }
  /** The same, the token of the invitation, and the address of the owner, which may not be confirmed. */
  | {
      readonly kind: 'share_invitation';
      readonly token: string;
      readonly sharer: string;
      readonly sharerMail: string;
      readonly isSharerConfirmed: boolean;
      readonly algo: string;
    };

/** Takes mails for delivery. Delivery happens later and never fails a caller. */
export interface Mailer extends Health {
  /**
   * Resolves once the mail is durable, in the store or elsewhere, never before.
   * @throws UnavailableError when it cannot be taken.
   */
  send(recipient: MailRecipient, mail: Mail): Promise<void>;
  /** Does the work of `send` without a mail, so that an unknown address cannot be told from a known one. */
  sendDecoy(kind: RequestedMail): Promise<void>;
}

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
