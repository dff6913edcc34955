import type { Locale } from '@algotheque/domain';
import { problemsOfPlaceholders, problemsOfTexts } from './checkTexts.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { LAYOUT } from './layout.ts';
import type { MailTexts } from './mailTexts.ts';

/** The texts of mails by language: a language is one file. One that lacks a text does not compile. */
export const languages: Readonly<Record<Locale, MailTexts>> = { en, fr };

/** Texts of one language in place of the service's own. What is absent stays; a mail that is given is whole. */
export type GivenTexts = Partial<Omit<MailTexts, 'mails'>> & { readonly mails?: Partial<MailTexts['mails']> };

/** What replaces texts of mails, or their page. */
export interface MailTemplates {
  readonly texts?: Readonly<Partial<Record<Locale, GivenTexts>>>;
  /**
   * The HTML page of every mail, with the placeholders `{{lang}}`, `{{subject}}`, `{{name}}` and `{{content}}`; the last one is
   * needed. Default: the service's own.
   */
  readonly layout?: string;
}

export interface WholeTemplates {
  readonly texts: Readonly<Record<Locale, MailTexts>>;
  readonly layout: string;
}

const IN_LAYOUT = ['lang', 'subject', 'name', 'content'];

/**
 * The service's own texts and page, with those that are given in their place.
 * @throws TypeError with one line for each text that is missing, unknown, no text, or has an unknown placeholder
 */
export function wholeTemplates({ texts = {}, layout }: MailTemplates): WholeTemplates {
  const problems = [
    ...Object.entries(texts).flatMap(([locale, given]) =>
      Object.hasOwn(languages, locale)
        ? problemsOfTexts(given).map((line) => `${locale}.json: ${line}`)
        : [`${locale}.json: there are no mails in this language`],
    ),
    ...(layout === undefined ? [] : problemsOfLayout(layout)).map((line) => `layout.html: ${line}`),
  ];
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  return {
    texts: { en: merged(languages.en, texts.en), fr: merged(languages.fr, texts.fr) },
    layout: layout ?? LAYOUT,
  };
}

const merged = (own: MailTexts, given: GivenTexts = {}): MailTexts => ({
  ...own,
  ...given,
  mails: { ...own.mails, ...given.mails },
});

function problemsOfLayout(layout: string): readonly string[] {
  const content = layout.includes('{{content}}') ? [] : ['it has no {{content}}, where the mail is'];
  return [...problemsOfPlaceholders('it', layout, IN_LAYOUT), ...content];
}
