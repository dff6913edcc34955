import { Readable } from 'node:stream';
import type { SourceText } from '@algotheque/domain';
import {
  errorPage,
  HTML_TYPE,
  type PageContent,
  type PageStyle,
  type PageView,
  pageHtml,
  pageStyle,
  SHOW_TYPED,
} from '@algotheque/pages';
import type { AppContext } from '../context.ts';
import { type Group, prefixOf, saysStatus } from '../groups.ts';
import { APP, type HttpOptions } from '../options.ts';
import { type Answer, PagesRes, Res, SourceRes, TextRes } from '../responses.ts';
import { type Page, refusesParameters } from '../route.ts';
import { ownTurn } from '../turns.ts';
import { closedData } from './failures.ts';
import { localeOfAddress, requestedLocale } from './identify.ts';
import { strippedJson } from './jsonWriter.ts';
import { mediaType } from './mediaTypes.ts';

/** Writes an answer into Koa's response: as JSON, or as a page if the route or the failure has one and the client prefers it. */
export function deliver(context: AppContext, answer: Answer, options: HttpOptions): void {
  const sent = answer instanceof Res ? written(context, answer, options) : answer;
  const { res, response } = context;
  if (res.headersSent) {
    // The server has answered because it stops.
    if (sent instanceof TextRes && sent.body instanceof Readable) sent.body.destroy();
    return;
  }
  response.status = answer.status;
  for (const [name, value] of Object.entries({ ...answer.headers, ...sent.headers })) {
    if (name === 'Vary' && res.hasHeader(name)) response.vary(value);
    else if (name === 'Set-Cookie')
      res.appendHeader(name, value); // a host may have set others
    else res.setHeader(name, value);
  }
  if (!(sent instanceof TextRes)) return;
  res.setHeader('Content-Type', sent.type);
  response.body = sent.body;
}

const JSON_TYPE = 'application/json; charset=utf-8';

function written(context: AppContext, answer: Res, options: HttpOptions): TextRes {
  const { route, group } = context.state;
  if (answer instanceof PagesRes) {
    return new TextRes(
      JSON_TYPE,
      pagesBody(answer, (page) => strippedJson(route?.success.data, page), group),
    );
  }
  const render = options.pages ? rendererFor(context, answer) : null;
  if (render !== null) return pageAnswer(pageView(context, options), (view) => render(answer, view));
  return new TextRes(JSON_TYPE, answerBody(answer, closedData(answer, route?.success.data), group));
}

/** Null if the client gets JSON. A failure is a page for every client that prefers one. */
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

/** `{ message, data? }` for the users group, `{ status, message, data? }` for all others. @param data what may be sent, as JSON */
function answerBody(answer: Res, data: string | undefined, group: Group): string | Buffer {
  const { status, message } = answer;
  const body = `{${saysStatus(group) ? `"status":${status},` : ''}"message":"${message}"${data === undefined ? '' : `,"data":${data}`}}`;
  return answer instanceof SourceRes ? withSource(body, answer.source) : body;
}

// Before the two braces at the end, without parsing the stored bytes again.
function withSource(body: string, source: SourceText): Buffer {
  const head = Buffer.from(`${body.slice(0, -2)},"sourceCode":`);
  const whole = Buffer.allocUnsafe(head.length + source.size + END.length);
  head.copy(whole);
  whole.set(source.bytes, head.length);
  whole.write(END, head.length + source.size);
  return whole;
}

const END = '}}';

/** The part of a page's records that may be sent, as a JSON list. */
type Closed = (page: readonly unknown[]) => string | undefined;

/** Reads a page when there is room for it. */
export const pagesBody = (answer: PagesRes, closed: Closed, group: Group): Readable =>
  Readable.from(chunksOf(answer, closed, answerBody(answer, '[]', group).toString()));

// Before the bracket and the brace at the end.
async function* chunksOf({ pages }: PagesRes, closed: Closed, empty: string): AsyncGenerator<string> {
  let before = empty.slice(0, -2);
  for await (const page of pages) {
    const records = closed(page)?.slice(1, -1) ?? '';
    if (records === '') continue; // the following records were deleted meanwhile
    yield before + records;
    before = ',';
    await ownTurn();
  }
  yield `${before === ',' ? '' : before}${empty.slice(-2)}`;
}

/** @param contentIn what the page has in the language of a view */
export const pageAnswer = (view: PageView, contentIn: (view: PageView) => PageContent): TextRes =>
  new TextRes(HTML_TYPE, pageHtml(view, contentIn), view.options.style.headers);

const styles = new WeakMap<HttpOptions, PageStyle>();

/** Made and hashed once for an application. */
function styleOf(options: HttpOptions): PageStyle {
  const style = styles.get(options) ?? pageStyle(options.look);
  styles.set(options, style);
  return style;
}

export function pageView(context: AppContext, options: HttpOptions): PageView {
  const { route, group, mountPath, typedEmail } = context.state;
  const { name, docs } = options;
  const { token }: { readonly token?: string } = context['params'] ?? {};
  const appUrl = options.appUrl ?? (options.console === undefined ? undefined : mountPath + APP);
  const chosen = localeOfAddress(context);
  const query = chosen === undefined ? '' : `?lang=${chosen}`;
  return {
    locale: requestedLocale(context, options.locale) ?? options.locale,
    query,
    base: mountPath + prefixOf(group, options.prefixes),
    home: `${mountPath}/${query}`,
    canReload: ['GET', 'HEAD'].includes(context.method) && (route === undefined || !refusesParameters(route)),
    showsTyped: context.querystring.split('&').includes(SHOW_TYPED),
    options: { name, docs, style: styleOf(options), ...(appUrl !== undefined && { appUrl }) },
    ...(token !== undefined && { token }),
    ...(typedEmail !== undefined && { typedEmail }),
  };
}
