import type { Mail, MailRecipient } from '@algotheque/domain';
import { button, escapeHtml, linkBeneath, paragraph, quietParagraph, RULE } from './layout.ts';
import { hasLifetime, inWords, type MailWithLifetime } from './lifetime.ts';
import type { WholeTemplates } from './mailTemplates.ts';
import { filled } from './mailTexts.ts';

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What all mails of a service have. */
export interface MailLook {
  readonly name: string;
  readonly contact: string;
  readonly address: string;
  /** How long the links work, in milliseconds. */
  readonly lifetimes: Readonly<Record<MailWithLifetime, number>>;
  readonly templates: WholeTemplates;
}

type Invitation = Extract<Mail, { readonly kind: 'share_invitation' }>;

/** Mails about shares have some or all of what an invitation has. */
export interface MailContent
  extends Pick<MailRecipient, 'locale' | 'pseudo'>,
    Partial<Omit<Invitation, 'kind' | 'token'>> {
  readonly kind: Mail['kind'];
  /** The link to open. */
  readonly link: string;
  /** The link by which the reader gets no more of these mails; null if there is none. */
  readonly refusal: string | null;
}

/** A part of a mail, as HTML and, unless only HTML needs it, as text. */
interface Part {
  readonly text?: string;
  readonly html: string;
}

export function render(content: MailContent, look: MailLook): Rendered {
  const { kind, locale, pseudo, link, refusal } = content;
  const { sharer = '', algo = '', sharerMail = '', isSharerConfirmed = true } = content;
  const { greeting, linkHint, refusalHint, notConfirmed, help, signature, mails } = look.templates.texts[locale];
  const { name, contact, address } = look;
  const lifetime = hasLifetime(kind) ? inWords(look.lifetimes[kind], locale) : ''; // the others do not have it in their text
  const typed = {
    pseudo: withoutLinks(pseudo),
    sharer: withoutLinks(sharer),
    algo: withoutLinks(algo),
    sharerMail: `${withoutLinks(sharerMail)}${isSharerConfirmed ? '' : ` ${notConfirmed}`}`,
  };
  const values = { name, contact, address, lifetime, ...typed };
  const fill = (text: string): string => filled(text, values);
  const said = (texts: readonly string[], html: (text: string) => string): readonly Part[] =>
    texts.map(fill).map((text) => ({ text, html: html(text) }));
  const { before, after, ...mail } = mails[kind];
  const [label, hint] = [fill(mail.button), fill(refusalHint)];
  const parts: readonly Part[] = [
    ...said([greeting, ...before], paragraph),
    { text: `${label}\n${link}`, html: button(link, label) },
    ...said(after, paragraph),
    { html: RULE },
    { html: linkBeneath(fill(linkHint), link) },
    ...(refusal === null ? [] : [{ text: `${hint}\n${refusal}`, html: linkBeneath(hint, refusal) }]),
    ...said([help, signature], quietParagraph),
  ];
  const subject = fill(mail.subject);
  const html = parts.map((part) => part.html).join('\n');
  const page = { lang: locale, subject: escapeHtml(subject), name: escapeHtml(name), content: html };
  const text = `${parts.flatMap((part) => part.text ?? []).join('\n\n')}\n`;
  return { subject, text, html: filled(look.templates.layout, page) };
}

/**
 * Looks the same, but mail programs make no link of it: a word joiner, which has no width, follows each character that holds a link
 * together. No rule keeps links out of an address and of the name of an algorithm, and that of a pseudo may become stricter.
 */
function withoutLinks(typed: string): string {
  return typed.replace(/[.:/\\@](?=\S)/g, '$&\u2060');
}
