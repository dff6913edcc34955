import type { Locale } from '@algotheque/domain';
import type { AppContext } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { mediaType } from '../requests/mediaType.ts';
import { requestedLocale } from '../requests/requestedLocale.ts';
import type { Page } from '../routes/route.ts';
import { PAGE_CSP } from '../pages/layout.ts';
import { jsonBody } from './body.ts';
import { type Answer, EmptyRes, type Res } from './responseKinds.ts';

/** Writes an answer into Koa's response: as JSON, or as a page where the route has one and the client wants it. */
export function deliver(context: AppContext, answer: Answer, options: HttpOptions): void {
  context.status = answer.status;
  setHeaders(context, answer);
  if (answer instanceof EmptyRes) return;
  const page = context.state.route?.page;
  if (page !== undefined && wantsPage(context, page)) deliverPage(context, answer, page, options);
  else deliverJson(context, answer);
}

function setHeaders(context: AppContext, answer: Answer): void {
  for (const [name, value] of Object.entries(answer.headers)) {
    if (name === 'Vary') context.vary(value);
    else context.set(name, value);
  }
}

function wantsPage(context: AppContext, { otherwise }: Page): boolean {
  if (context.method === 'POST') return mediaType(context.req) === 'form';
  return context.accepts(otherwise === 'page' ? ['html', 'json'] : ['json', 'html']) === 'html';
}

function deliverPage(context: AppContext, answer: Res, page: Page, options: HttpOptions): void {
  const locale: Locale = requestedLocale(context, options.locale) ?? options.locale;
  const base = options.prefixes.users;
  context.set('Content-Security-Policy', PAGE_CSP);
  context.type = 'html';
  context.body = page.render(answer, { locale, base });
}

function deliverJson(context: AppContext, answer: Res): void {
  context.type = 'json';
  context.body = jsonBody(answer, context.state.group);
}
