import { createHash } from 'node:crypto';
import type { Locale } from '@algotheque/domain';
import type { PageView } from '../route.ts';
import { escaped, worded } from './escaped.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { STYLE } from './style.ts';
import { pageTexts } from './texts/index.ts';

/**
 * A page may use its own style and send its form to its own origin. Nothing else, and no other page may frame it.
 */
export const PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * The origin of the page, never its path, which may have a token. With `no-referrer` browsers would send the origin of its form as `null`,
 * as they do for pages of other sites.
 */
export const PAGE_REFERRER = 'strict-origin';

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

/** A complete page. */
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

/** What a page in the style of the service consists of. */
export interface PageContent {
  /** Text: the heading. */
  readonly title: string;
  /** What has happened, before the content. A page that only asks for something has none. */
  readonly outcome?: Outcome;
  /** HTML: what follows the heading and the outcome. */
  readonly content: string;
}

/** A complete page in the style of the service. */
export function layout(view: PageView, { title, outcome, content }: PageContent): string {
  const { locale, options, home } = view;
  const { name } = options;
  const words = pageTexts[locale];
  const told = outcome === undefined ? '' : `\n${outcomeOf(outcome, words)}`;
  const isProblem = outcome?.state === 'problem';
  return htmlPage({
    locale,
    name,
    title: isProblem ? `${words.problemLabel} ${title}` : title, // heard first by those who hear the page
    head: `<style>${STYLE}</style>`,
    body: [
      ...(title === name ? [] : [`<header><a href="${escaped(home)}">${escaped(name)}</a></header>`]),
      `<main>\n<h1>${worded(title)}</h1>${told}\n${content}\n</main>`,
      ...languageLinks(view),
    ].join('\n'),
  });
}

/** HTML: links to the same page in other languages, if it can be read again. */
function languageLinks({ locale, canReload }: PageView): readonly string[] {
  if (!canReload) return [];
  const links = Object.entries(pageTexts)
    .filter(([other]) => other !== locale)
    .map(([other, { language }]) => `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${language}</a>`);
  return [`<footer><nav aria-label="${escaped(pageTexts[locale].languages)}">${links.join(' ')}</nav></footer>`];
}
