import * as v from 'valibot';
import { ANSWERS_WITHOUT_ROUTE, answersOf } from '../../generate/index.ts';
import { DEFAULT_PREFIXES, type Prefixes, prefixOf } from '../../src/groups.ts';
import { ROUTES, type Route } from '../../src/index.ts';
import { type Received, requireDescribed, UndeclaredAnswer } from './described.ts';
import { noteAnswer } from './noteAnswer.ts';

/** An answer that was received. */
export interface Seen {
  readonly method: string;
  readonly status: number;
  /**
   * `page` for HTML, `text` for other texts that have no identifier (scripts, the description of the routes); `none` if there is no body.
   */
  readonly body:
    | 'page'
    | 'text'
    | 'zip'
    | 'none'
    | { readonly message: string; readonly data?: unknown; readonly status?: unknown };
}

/**
 * The answers that the transport makes itself, for any route, without a body: to bytes that are not an HTTP request, and
 * to requests that still wait when the server has stopped.
 */
const BARE_STATUSES: readonly number[] = [400, 408, 431, 503];

/** The route that takes a request. Of those whose path fits, the one with the fewest parameters decides, for every method. */
export function routeOf(method: string, target: string, prefixes: Prefixes = DEFAULT_PREFIXES): Route | null {
  const segments = segmentsOf(target.replace(/[?#].*$/, ''));
  const fitting = ROUTES.filter(({ group, path }) => matches(segmentsOf(prefixOf(group, prefixes) + path), segments));
  const fewest = Math.min(...fitting.map(({ path }) => path.split(':').length));
  const rows = fitting.filter(({ path }) => path.split(':').length === fewest);
  return rows.find((row) => row.method === method || (method === 'HEAD' && row.head === true)) ?? null;
}

const segmentsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));

/**
 * Compares an answer with what is declared of its route, null for none.
 * @throws UndeclaredAnswer
 */
export function requireDeclared(route: Route | null, seen: Seen): void {
  const declared = route === null ? ANSWERS_WITHOUT_ROUTE : answersOf(route);
  const { body, status } = seen;
  if (body === 'none' && BARE_STATUSES.includes(status)) return;
  if (route === null && isOfSite(seen)) return;
  const found = declared.find((answer) => {
    if (answer.status !== status) return false;
    if (body === 'page') return route?.page !== undefined || status >= 400;
    if (body === 'text') return false;
    if (body === 'zip') return route?.success.isZip === true && status === route.success.status;
    if (body === 'none') return seen.method === 'HEAD' || answer.message === null;
    return answer.message === body.message;
  });
  const message = typeof body === 'object' ? body.message : body;
  if (found === undefined)
    throw new UndeclaredAnswer(`${nameOf(route, seen)} does not declare the answer ${status} ${message}`);
  if (typeof body !== 'object' || route?.success.message !== body.message) return;
  if (!hasDeclaredData(route, body.data))
    throw new UndeclaredAnswer(`${nameOf(route, seen)} does not declare such data`);
}

/** Whether it is an answer of `/`, `/docs`, `/openapi.json` or the console, which are no routes. */
function isOfSite({ body, status, method }: Seen): boolean {
  if (status === 302 || status === 304) return body === 'none';
  return status === 200 && (body === 'page' || body === 'text' || (body === 'none' && method === 'HEAD'));
}

/**
 * Compares an answer with what is declared of its route, null for none, and with the description of the API. Notes that a test produced it.
 * @throws UndeclaredAnswer
 */
export function requireAnswer(route: Route | null, seen: Seen, headers: Received['headers']): void {
  requireDeclared(route, seen);
  const { status, body } = seen;
  if (route === null || (body === 'none' && BARE_STATUSES.includes(status))) return;
  requireDescribed(route, { ...seen, headers });
  noteAnswer(`${route.id} ${status}`);
}

function hasDeclaredData({ success }: Route, data: unknown): boolean {
  if (success.data === null) return data === undefined;
  return v.is(success.data, data) && (success.source === undefined || Object.hasOwn(Object(data), success.source));
}

const nameOf = (route: Route | null, { method }: Seen): string =>
  route === null ? `${method} without a route` : `${method} ${route.group} ${route.path}`;

/** The body of an answer, from its media type and its text. */
export function bodySeen(type: string, text: string): Seen['body'] {
  if (text === '') return 'none';
  if (type.startsWith('text/html')) return 'page';
  if (type === 'application/zip') return 'zip';
  if (!type.startsWith('application/json')) return 'text';
  const body: { readonly message: string; readonly data?: unknown } = JSON.parse(text);
  return 'message' in body ? body : 'text';
}
