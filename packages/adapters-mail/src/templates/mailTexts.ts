import type { Mail } from '@algotheque/domain';

/** The texts of one kind of mail. Plain text; the rendering escapes it. */
export interface MailText {
  readonly subject: string;
  /** The text before the link, and after it. A mail without a link has all of it in `before`. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The mails in one language. */
export interface MailTexts extends Readonly<Record<Mail['kind'], MailText>> {
  readonly greeting: (pseudo: string) => string;
  /** @param publicUrl where the service is */
  readonly signature: (publicUrl: string) => string;
}
