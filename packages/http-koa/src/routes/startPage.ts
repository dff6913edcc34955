import { escaped, type LinkName, type PageContent, type PageView, pageTexts } from '@algotheque/pages';
import { pageAnswer, pageView } from '../exchange/deliver.ts';
import { version } from '../openapi.ts';
import { APP, type HttpOptions } from '../options.ts';
import { EmptyRes, TextRes } from '../responses.ts';
import { alive, ready } from './plainRoutes.ts';
import { SITE, type SiteAnswer } from './siteAnswer.ts';

type Link = readonly [name: LinkName, path: string];

export function startPage(options: HttpOptions): SiteAnswer {
  return (context) => {
    const links = linksBelow(context.state.mountPath, options);
    if (!options.pages || context.accepts(['json', 'html']) !== 'html') {
      const text = JSON.stringify({ name: options.name, version, links: Object.fromEntries(links) });
      return new TextRes('application/json; charset=utf-8', text);
    }
    if (options.console !== undefined) {
      const Location = context.state.mountPath + APP + context.search;
      return new EmptyRes(302, { Location, Vary: 'Accept' });
    }
    return pageAnswer(pageView(context, options), (view) => content(view, links));
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

function content(view: PageView, links: readonly Link[]): PageContent {
  const words = pageTexts[view.locale];
  const items = links.map(([link, path]) => {
    const address = link === 'reference' ? path + view.query : path;
    return `<li><a href="${escaped(address)}">${escaped(words.links[link])}</a></li>`;
  });
  const html = `<p>${escaped(words.purpose)}</p>
<ul>
${items.join('\n')}
</ul>
<p class="quiet">${escaped(words.version)} ${escaped(version)}</p>`;
  return { title: view.options.name, content: html };
}
