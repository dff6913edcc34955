import type { Locale } from '@algotheque/domain';
import type { HttpOptions } from '../options.ts';
import { escaped, layout, PAGE_CSP } from '../pages/layout.ts';
import { type LinkName, pageTexts } from '../pages/pageTexts.ts';
import { requestedLocale } from '../pipeline/requestedLocale.ts';
import { TextRes } from '../responseKinds.ts';
import { alive, ready } from '../routes/probes.ts';
import { version } from '../version.ts';
import type { SiteAnswer } from './siteAnswer.ts';
import { SITE } from './sitePaths.ts';

type Link = readonly [name: LinkName, path: string];

/** The service's name and version, with links: a page for a client that prefers HTML, else JSON. */
export function startPage(options: HttpOptions): SiteAnswer {
  return (context) => {
    const links = linksBelow(context.state.mountPath, options);
    if (context.accepts(['json', 'html']) !== 'html') {
      const text = JSON.stringify({ name: options.name, version, links: Object.fromEntries(links) });
      return new TextRes('application/json; charset=utf-8', text);
    }
    const locale = requestedLocale(context, options.locale) ?? options.locale;
    return new TextRes('text/html; charset=utf-8', page(locale, options.name, links), {
      'Content-Security-Policy': PAGE_CSP,
    });
  };
}

function linksBelow(mountPath: string, { docs }: HttpOptions): readonly Link[] {
  const ofReference: readonly Link[] = [
    ['reference', SITE.reference],
    ['openapi', SITE.description],
  ];
  const ofHealth: readonly Link[] = [
    ['health', alive.path],
    ['ready', ready.path],
  ];
  return [...(docs ? ofReference : []), ...ofHealth].map(([name, path]) => [name, mountPath + path]);
}

function page(locale: Locale, name: string, links: readonly Link[]): string {
  const words = pageTexts[locale];
  const items = links.map(([link, path]) => `<li><a href="${escaped(path)}">${escaped(words.links[link])}</a></li>`);
  const content = `<p>${escaped(words.purpose)}</p>
<ul>
${items.join('\n')}
</ul>
<p>${escaped(words.version)} ${escaped(version)}</p>`;
  return layout({ locale, name, title: name, content });
}
