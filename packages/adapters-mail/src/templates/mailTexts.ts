import type { Mail } from '@algotheque/domain';

/** The texts of one mail: its subject, and paragraphs before and after its button. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  /** The words on the button. */
  readonly button: string;
  readonly after: readonly string[];
}

/**
 * The mails in one language. Plain text with placeholders, such as `{{name}}`; the rendering escapes it for HTML. All but subjects and
 * buttons may have `name` (of the service), `pseudo` (of the recipient), `contact` (whom to ask) and `address` (of the service); mails
 * whose link ends may have `lifetime` too, how long it works, mails about shares `sharer` and `algo`, and those to people without an
 * account `sharerMail`, the address. Subjects and buttons may have `name`.
 */
export interface MailTexts {
  /** The first line of every mail. */
  readonly greeting: string;
  /** In HTML, above the link that is beneath the button. */
  readonly linkHint: string;
  /** Above the link by which the reader gets no more mails of a kind. */
  readonly refusalHint: string;
  /** Behind the address of who shares, if it is not confirmed. */
  readonly notConfirmed: string;
  /** Whom to ask, at the end of every mail. */
  readonly help: string;
  readonly signature: string;
  readonly mails: Readonly<Record<Mail['kind'], MailText>>;
}

export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The text with its placeholders replaced, in one pass: a value that looks like a placeholder stays as it is. Unknown ones stay too. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
