import type { HttpOptions } from '../options.ts';
import { escaped } from '../pages/escaped.ts';
import { htmlPage } from '../pages/layout.ts';
import { pageTexts } from '../pages/texts/index.ts';
import { pageView } from '../pipeline/pageView.ts';
import { TextRes } from '../responseKinds.ts';
import { REFERENCE_ID } from './referenceScript.ts';
import type { SiteAnswer } from './siteAnswer.ts';
import { pathOfFile, SITE } from './sitePaths.ts';

/**
 * The page may run the scripts and load the styles of its own origin, and send requests to it. Its pictures are `data:` addresses in the
 * style of Swagger UI. Nothing comes from elsewhere, nothing inline runs, and no other page may frame it.
 */
export const REFERENCE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page in which people read the description of the routes and try them. */
export function referencePage(options: HttpOptions): SiteAnswer {
  return (context) => {
    const below = (path: string): string => escaped(context.state.mountPath + path);
    const { locale, home } = pageView(context, options);
    const words = pageTexts[locale];
    const text = htmlPage({
      locale,
      name: options.name,
      title: words.referenceTitle,
      head: `<link rel="icon" href="data:,">
<link rel="stylesheet" href="${below(pathOfFile('swagger-ui.css'))}">
<link rel="stylesheet" href="${below(pathOfFile('page.css'))}">
<script src="${below(pathOfFile('swagger-ui-bundle.js'))}" defer></script>
<script src="${below(pathOfFile('start.js'))}" defer></script>`,
      body: `<header>
<p><a href="${escaped(home)}">${escaped(options.name)}</a></p>
<h1>${escaped(words.referenceTitle)}</h1>
<p>${words.tryRoute}</p>
<noscript><p>${escaped(words.needsScript)} <a href="${below(SITE.description)}">OpenAPI</a></p></noscript>
</header>
<main id="${REFERENCE_ID}" lang="en" data-description="${below(SITE.description)}"></main>`,
    });
    return new TextRes('text/html; charset=utf-8', text, { 'Content-Security-Policy': REFERENCE_CSP });
  };
}
