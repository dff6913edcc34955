import type { Locale, Mail } from '@algotheque/domain';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { MailTexts } from './mailTexts.ts';

const languages: Readonly<Record<Locale, MailTexts>> = { en, fr };

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailContent {
  readonly kind: Mail['kind'];
  readonly locale: Locale;
  readonly pseudo: string;
  /** The link to open; null in a notice. */
  readonly link: string | null;
  readonly publicUrl: string;
}

/** A mail as plain text and as HTML with the same text. */
export function render({ kind, locale, pseudo, link, publicUrl }: MailContent): Rendered {
  const texts = languages[locale];
  const { subject, before, after } = texts[kind];
  const opening = [texts.greeting(withoutLinks(pseudo)), ...before];
  const closing = [...after, texts.signature(publicUrl)];
  const links = link === null ? [] : [link];
  const text = [...opening, ...links, ...closing].join('\n\n');
  const body = [...opening.map(paragraph), ...links.map(linkParagraph), ...closing.map(paragraph)].join('\n');
  return { subject, text: `${text}\n`, html: page(locale, subject, body) };
}

/**
 * Looks the same, but mail programs make no link of it: a word joiner, which has no width, follows each character
 * that holds a link together. A pseudo may be older than the rule against links in it.
 */
function withoutLinks(pseudo: string): string {
  return pseudo.replace(/[.:/\\@](?=\S)/g, '$&\u2060');
}

function page(locale: Locale, title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function linkParagraph(link: string): string {
  const escaped = escapeHtml(link);
  return `<p><a href="${escaped}">${escaped}</a></p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
