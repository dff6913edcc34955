import { createHash } from 'node:crypto';
import type { Locale } from '@algotheque/domain';
import { LOOK } from './look.ts';
import type { Headers } from './messages.ts';
import { escaped, outcomeOf, worded } from './parts.ts';
import { pageTexts } from './texts.ts';
import type { PageContent, PageView } from './view.ts';

/**
 * The style of the pages: a card in the middle of the window, as wide as the window on a phone. Lengths are in `rem`, so that the page
 * grows with the size of the text. Every pair of colours has a contrast of at least 4.5 to 1, light and dark.
 */
const STYLE = `
${LOOK}* { box-sizing: border-box }
body { display: flex; flex-direction: column; justify-content: center; min-height: 100vh; max-width: 32rem; margin: 0 auto; padding: min(1rem, 4vw); overflow-wrap: anywhere }
header, footer { padding: .5rem 1rem; text-align: center }
header a { color: inherit; font-weight: 600; text-decoration: none }
header a:hover { text-decoration: underline }
footer a { display: inline-block; padding: .25rem .5rem }
main { padding: min(1.5rem, 6vw); border: 1px solid var(--edge); border-radius: .75rem; background: var(--card) }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance }
p, ul { margin: 1rem 0 }
ul { padding-left: min(1.5rem, 6vw) }
main > :last-child { margin-bottom: 0 }
a { color: var(--accent) }
.word { white-space: nowrap }
.language:not(:target, :last-child), .language:target ~ .language { display: none }
.outcome { display: flex; gap: min(.75rem, 3vw); padding: min(.75rem, 3vw); border: 1px solid; border-radius: .5rem }
.done { background: var(--done-back); color: var(--done) }
.note { background: var(--note-back); color: var(--note) }
.problem { background: var(--problem-back); color: var(--problem) }
svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .125rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
.error { display: flex; gap: .5rem; margin: .25rem 0 .5rem; color: var(--problem) }
.hint, .quiet { color: var(--quiet) }
.hint { margin: .25rem 0 }
label { display: block; font-weight: 600 }
input, button, .action a { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; font: inherit }
input { margin-top: .25rem; background: var(--card); color: inherit }
.error + input { border: 2px solid var(--problem) }
button, .action a { margin-top: 1rem; border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
form ~ .action a { border-color: var(--line); background: none; color: var(--accent) }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .1875rem }
`;

const PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Never the path, which may have a token. With `no-referrer` browsers would send the origin of a form as `null`. */
const PAGE_REFERRER = 'strict-origin';

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

/** The headers of these pages, beside those that every answer has. */
export const PAGE_HEADERS: Headers = { 'Content-Security-Policy': PAGE_CSP, 'Referrer-Policy': PAGE_REFERRER };

/** @param contentIn what the page has in the language of a view */
export function pageHtml(view: PageView, contentIn: (view: PageView) => PageContent): string {
  const { locale, options, home, canReload } = view;
  const { name } = options;
  const own = contentIn(view);
  const { title, outcome } = own;
  const words = pageTexts[locale];
  const isProblem = outcome?.state === 'problem';
  return htmlPage({
    locale,
    name,
    title: isProblem ? `${words.problemLabel} ${title}` : title, // heard first by those who hear the page
    head: `<style>${STYLE}</style>`,
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
