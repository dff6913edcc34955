import type { Readable } from 'node:stream';
import { zipBody } from '../archives/zipBody.ts';
import type { AppContext } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { layout, PAGE_CSP, PAGE_REFERRER } from '../pages/layout.ts';
import { errorPage } from '../pages/parts.ts';
import { type Answer, EmptyRes, PagesRes, type Res, TextRes, ZipRes } from '../responseKinds.ts';
import type { Page } from '../route.ts';
import { mediaType } from '../transport/requestHead.ts';
import { answerBody, pagesBody } from './answerBody.ts';
import { closedData } from './failures.ts';
import { strippedJson } from './jsonWriter.ts';
import { pageView } from './pageView.ts';

/** Writes an answer into Koa's response: as JSON, or as a page if the route or the failure has one and the client prefers it. */
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
  if (content.csp !== undefined) {
    res.setHeader('Content-Security-Policy', content.csp);
    res.setHeader('Referrer-Policy', PAGE_REFERRER);
  }
  res.setHeader('Content-Type', content.type);
  response.body = content.body;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const ZIP_TYPE = 'application/zip';
const HTML = 'text/html; charset=utf-8';

interface Content {
  readonly type: string;
  readonly body: string | Buffer | Readable;
  /** In place of the policy of data. */
  readonly csp?: string;
}

function contentOf(context: AppContext, answer: Exclude<Answer, EmptyRes>, options: HttpOptions): Content {
  if (answer instanceof TextRes) return { type: answer.type, body: answer.body };
  if (answer instanceof ZipRes) return { type: ZIP_TYPE, body: zipBody(answer.entries) };
  const { route, group } = context.state;
  if (answer instanceof PagesRes) {
    return { type: JSON_TYPE, body: pagesBody(answer, (page) => strippedJson(route?.success.data, page), group) };
  }
  const render = rendererFor(context, answer);
  if (render !== null) {
    return { type: HTML, body: layout(pageView(context, options), (view) => render(answer, view)), csp: PAGE_CSP };
  }
  return { type: JSON_TYPE, body: answerBody(answer, closedData(answer, route?.success.data), group) };
}

/** What makes a page of an answer; null if the client gets JSON. A failure is a page for every client that prefers one. */
function rendererFor(context: AppContext, answer: Res): Page['render'] | null {
  const page = context.state.route?.page;
  if (page !== undefined && wantsPage(context, page)) return page.render;
  return answer.status >= 400 && prefersHtml(context, 'json') ? errorPage : null;
}

function wantsPage(context: AppContext, { otherwise }: Page): boolean {
  return context.method === 'POST' ? mediaType(context.req) === 'form' : prefersHtml(context, otherwise);
}

/** @param otherwise what a client without a preference gets */
const prefersHtml = (context: AppContext, otherwise: Page['otherwise']): boolean =>
  context.accepts(otherwise === 'page' ? ['html', 'json'] : ['json', 'html']) === 'html';
