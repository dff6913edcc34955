import { ANSWERS_WITHOUT_ROUTE } from '../../generate/index.ts';
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

/** Whether it is an answer of `/`, `/docs`, `/openapi.json` or the console, which are no routes. */
function isOfSite({ body, status, method }: Seen): boolean {
  if (status === 302 || status === 304) return body === 'none';
  return status === 200 && (body === 'page' || body === 'text' || (body === 'none' && method === 'HEAD'));
}

const isWithoutRoute = ({ method, status, body }: Seen): boolean =>
  ANSWERS_WITHOUT_ROUTE.some((answer) => {
    if (answer.status !== status) return false;
    if (body === 'none') return method === 'HEAD' || answer.message === null;
    return typeof body === 'object' ? answer.message === body.message : body === 'page' && status >= 400;
  });

/**
 * Compares an answer with the description of its route, null for none. Notes that a test produced it.
 * @throws UndeclaredAnswer
 */
export function requireAnswer(route: Route | null, seen: Seen, headers: Received['headers']): void {
  const { method, status, body } = seen;
  if (body === 'none' && BARE_STATUSES.includes(status)) return;
  if (route === null) {
    if (!isOfSite(seen) && !isWithoutRoute(seen))
      throw new UndeclaredAnswer(`No such answer is declared for ${method} without a route: ${status}`);
    return;
  }
  requireDescribed(route, { ...seen, headers });
  noteAnswer(`${route.id} ${status}`);
}

/** The body of an answer, from its media type and its text. */
export function bodySeen(type: string, text: string): Seen['body'] {
  if (text === '') return 'none';
  if (type.startsWith('text/html')) return 'page';
  if (type === 'application/zip') return 'zip';
  if (!type.startsWith('application/json')) return 'text';
  const body: { readonly message: string; readonly data?: unknown } = JSON.parse(text);
  return 'message' in body ? body : 'text';
}
