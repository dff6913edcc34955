import type { Mail, MailRecipient } from '@algotheque/domain';
import { button, linkBeneath, paragraph, quietParagraph, RULE } from './layout.ts';
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

interface Parts {
  readonly opening: readonly string[];
  readonly link: { readonly url: string; readonly button: string; readonly hint: string };
  readonly after: readonly string[];
  readonly refusal: { readonly url: string; readonly hint: string } | null;
  readonly closing: readonly string[];
}

export function render(content: MailContent, look: MailLook): Rendered {
  const { kind, locale, pseudo, link, sharer = '', algo = '', sharerMail = '', isSharerConfirmed = true } = content;
  const { greeting, linkHint, refusalHint, notConfirmed, help, signature, mails } = look.templates.texts[locale];
  const { name, contact, address } = look;
  const lifetime = hasLifetime(kind) ? inWords(look.lifetimes[kind], locale) : ''; // the others do not have it in their text
  const from = `${withoutLinks(sharerMail)}${isSharerConfirmed ? '' : ` ${notConfirmed}`}`;
  const typed = {
    pseudo: withoutLinks(pseudo),
    sharer: withoutLinks(sharer),
    algo: withoutLinks(algo),
    sharerMail: from,
  };
  const values = { name, contact, address, lifetime, ...typed };
  const fill = (text: string): string => filled(text, values);
  const mail = mails[kind];
  const parts: Parts = {
    opening: [greeting, ...mail.before].map(fill),
    link: { url: link, button: fill(mail.button), hint: fill(linkHint) },
    after: mail.after.map(fill),
    refusal: content.refusal === null ? null : { url: content.refusal, hint: fill(refusalHint) },
    closing: [help, signature].map(fill),
  };
  const subject = fill(mail.subject);
  const page = { lang: locale, subject: escapeHtml(subject), name: escapeHtml(name), content: htmlOf(parts) };
  return { subject, text: textOf(parts), html: filled(look.templates.layout, page) };
}

/**
 * Looks the same, but mail programs make no link of it: a word joiner, which has no width, follows each character that holds a link
 * together. No rule keeps links out of an address and of the name of an algorithm, and that of a pseudo may become stricter.
 */
function withoutLinks(typed: string): string {
  return typed.replace(/[.:/\\@](?=\S)/g, '$&\u2060');
}

function textOf({ opening, link, after, refusal, closing }: Parts): string {
  const refusing = refusal === null ? [] : [`${refusal.hint}\n${refusal.url}`];
  return `${[...opening, `${link.button}\n${link.url}`, ...after, ...refusing, ...closing].join('\n\n')}\n`;
}

function htmlOf({ opening, link, after, refusal, closing }: Parts): string {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => paragraph(escapeHtml(text)));
  const url = escapeHtml(link.url);
  return [
    ...paragraphs(opening),
    button(url, escapeHtml(link.button)),
    ...paragraphs(after),
    RULE,
    linkBeneath(escapeHtml(link.hint), url),
    ...(refusal === null ? [] : [linkBeneath(escapeHtml(refusal.hint), escapeHtml(refusal.url))]),
    ...closing.map((text) => quietParagraph(escapeHtml(text))),
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
