import type { Health } from '../health.ts';
import type { Locale } from '../user.ts';

/** Who gets a mail, and in which language. */
export interface MailRecipient {
  readonly id: number;
  readonly adresseMail: string;
  readonly pseudo: string;
  readonly locale: Locale;
}

/** The kinds of mail: two with a link made from a token, and the notice that a password was changed. */
export type Mail =
  | { readonly kind: 'confirm' | 'recover'; readonly token: string }
  | { readonly kind: 'password_changed' };

/** Takes mails for delivery. Delivery happens later and never fails a caller. */
export interface Mailer extends Health {
  /**
   * Resolves once the mail is durably in the spool, never before.
   * @throws UnavailableError when the spool cannot take it.
   */
  send(recipient: MailRecipient, mail: Mail): Promise<void>;
  /** Does the work of `send` without a mail, so that an unknown address cannot be told from a known one. */
  sendDecoy(kind: 'confirm' | 'recover'): Promise<void>;
}
