import type { Mail, MailWithLink } from '@algotheque/domain';

/** A mail without a link: its subject, and its paragraphs. */
export interface NoticeText {
  readonly subject: string;
  readonly before: readonly string[];
}

/** A mail with a link: paragraphs are before and after it. */
export interface LinkText extends NoticeText {
  /** The words on the button. */
  readonly button: string;
  readonly after: readonly string[];
}

/** The names that a text may have between double braces: `{{name}}`. */
export const PLACEHOLDERS: readonly string[] = [
  'name', // of the service
  'pseudo', // of the recipient
  'contact', // whom to ask: an e-mail address or a URL
  'address', // the URL of the service
  'lifetime', // how long the link works, in words; only in mails with a link
];

/** The mails in one language. Plain text with placeholders; the rendering escapes it for HTML. */
export interface MailTexts {
  /** The first line of every mail. */
  readonly greeting: string;
  /** In HTML, above the link that is beneath the button. */
  readonly linkHint: string;
  /** Whom to ask, at the end of every mail. */
  readonly help: string;
  readonly signature: string;
  readonly mails: Readonly<Record<MailWithLink, LinkText> & Record<Exclude<Mail['kind'], MailWithLink>, NoticeText>>;
}
