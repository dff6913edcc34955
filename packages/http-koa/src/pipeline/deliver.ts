import type { Readable } from 'node:stream';
import type { AppContext } from '../context.ts';
import { prefixOf } from '../groups.ts';
import type { HttpOptions } from '../options.ts';
import { PAGE_CSP } from '../pages/layout.ts';
import { type Answer, EmptyRes, PagesRes, type Res, TextRes } from '../responseKinds.ts';
import type { Page } from '../route.ts';
import { mediaType } from '../transport/mediaType.ts';
import { jsonBody, pagesBody } from './body.ts';
import { closedData } from './failures.ts';
import { requestedLocale } from './requestedLocale.ts';
import { strippedJson } from './strippedJson.ts';

/** Writes an answer into Koa's response: as JSON, or as a page if the route has one and the client prefers it. */
export function deliver(context: AppContext, answer: Answer, options: HttpOptions): void {
  const content = answer instanceof EmptyRes ? null : contentOf(context, answer, options);
  const { res, response } = context;
  if (res.headersSent) return; // the server has answered because it stops
  response.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (name === 'Vary' && res.hasHeader(name)) response.vary(value);
    else res.setHeader(name, value);
  }
  if (content === null) return;
  if (content.csp !== undefined) res.setHeader('Content-Security-Policy', content.csp);
  res.setHeader('Content-Type', content.type);
  response.body = content.body;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

interface Content {
  readonly type: string;
  readonly body: string | Buffer | Readable;
  /** In place of the policy of data. */
  readonly csp?: string;
}

function contentOf(context: AppContext, answer: Res | TextRes, options: HttpOptions): Content {
  if (answer instanceof TextRes) return { type: answer.type, body: answer.body };
  const { route, group, mountPath } = context.state;
  if (answer instanceof PagesRes) {
    return { type: JSON_TYPE, body: pagesBody(answer, (page) => strippedJson(route?.success.data, page), group) };
  }
  const page = route?.page;
  if (page === undefined || !wantsPage(context, page)) {
    return { type: JSON_TYPE, body: jsonBody(answer, closedData(answer, route?.success.data), group) };
  }
  const locale = requestedLocale(context, options.locale) ?? options.locale;
  const body = page.render(answer, {
    locale,
    base: mountPath + prefixOf(group, options.prefixes),
    options,
  });
  return { type: HTML, body, csp: PAGE_CSP };
}

function wantsPage(context: AppContext, { otherwise }: Page): boolean {
  if (context.method === 'POST') return mediaType(context.req) === 'form';
  return context.accepts(otherwise === 'page' ? ['html', 'json'] : ['json', 'html']) === 'html';
}
