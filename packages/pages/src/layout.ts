import type { Locale } from '@algotheque/domain';
import { escaped, outcomeOf, worded } from './parts.ts';
import { pageTexts } from './texts.ts';
import type { PageContent, PageView } from './view.ts';

interface PageParts {
  readonly locale: Locale;
  /** The name of the service, as text. */
  readonly name: string;
  /** Text. Beside the name of the service, if it is not that. */
  readonly title: string;
  /** HTML: what the head has besides. */
  readonly head: string;
  /** HTML. */
  readonly body: string;
}

export const htmlPage = ({ locale, name, title, head, body }: PageParts): string =>
  `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title === name ? title : `${title} – ${name}`)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;

export const HTML_TYPE = 'text/html; charset=utf-8';

/** @param contentIn what the page has in the language of a view */
export function pageHtml(view: PageView, contentIn: (view: PageView) => PageContent): string {
  const { locale, options, home, canReload } = view;
  const { name, style } = options;
  const own = contentIn(view);
  const { title, outcome } = own;
  const words = pageTexts[locale];
  const isProblem = outcome?.state === 'problem';
  return htmlPage({
    locale,
    name,
    title: isProblem ? `${words.problemLabel} ${title}` : title, // heard first by those who hear the page
    head: `<style>${style.css}</style>`,
    body: [
      ...(title === name ? [] : [`<header><a href="${escaped(home)}">${escaped(name)}</a></header>`]),
      ...(canReload || isProblem ? [cardOf(view, own)] : cardsOfAll(view, contentIn)),
      ...(canReload ? [languageLinks(locale, (other) => `?lang=${other}`)] : []),
    ].join('\n'),
  });
}

function cardOf({ locale }: PageView, { title, outcome, content }: PageContent): string {
  const outcomeHtml = outcome === undefined ? '' : `\n${outcomeOf(outcome, pageTexts[locale])}`;
  return `<main>\n<h1>${worded(title)}</h1>${outcomeHtml}\n${content}\n</main>`;
}

/**
 * The result of a form in each language, that of the request last: a link to the same page would be a GET. The style shows the language
 * that the fragment of the address names, or else the last one.
 */
const cardsOfAll = (view: PageView, contentIn: (view: PageView) => PageContent): readonly string[] =>
  [...otherLocales(view.locale), view.locale].map((locale) => {
    const own: PageView = { ...view, locale };
    const links = languageLinks(locale, (other) => `#${other}`);
    return `<div class="language" id="${locale}" lang="${locale}">\n${cardOf(own, contentIn(own))}\n${links}\n</div>`;
  });

const otherLocales = (locale: Locale): readonly Locale[] => LOCALES.filter((other) => other !== locale);

const LOCALES = Object.keys(pageTexts) as Locale[]; // its keys are all of them, by its type

function languageLinks(locale: Locale, addressIn: (other: Locale) => string): string {
  const links = otherLocales(locale).map(
    (other) => `<a href="${addressIn(other)}" lang="${other}" hreflang="${other}">${pageTexts[other].language}</a>`,
  );
  return `<footer><nav aria-label="${escaped(pageTexts[locale].languages)}">${links.join(' ')}</nav></footer>`;
}
