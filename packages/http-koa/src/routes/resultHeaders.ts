import type { Headers } from '../responseKinds.ts';
import type { ResponseHeader, RouteRequest } from '../route.ts';
import { entityTag } from './preconditions.ts';

/** What results of operations have for headers, beside their data. */
export interface ResultParts {
  readonly version?: number;
  /** Of a new session. */
  readonly token?: string;
  readonly next?: string | number | null;
  readonly total?: number | null;
  readonly isTotalLeast?: boolean;
  /** How many records are damaged, and so are not in the answer. */
  readonly leftOut?: number;
  /** What an import did besides what its report has room for. */
  readonly rest?: Readonly<Record<string, number>>;
}

interface AnswerParts {
  readonly request: RouteRequest;
  /** The prefix of the route's group, after the path of the mount. */
  readonly base: string;
  readonly data: unknown;
}

/** What each header says; null leaves it out. */
const HEADERS: Readonly<Partial<Record<ResponseHeader, (result: ResultParts, answer: AnswerParts) => string | null>>> =
  {
    ETag: ({ version }) => (version === undefined ? null : entityTag(version)),
    Location: (_result, { base, data }) => `${base}/${Object(data).id}`,
    'Set-Cookie': ({ token }, { request: { state } }) =>
      token === undefined ? (state.cookieToken === undefined ? null : state.cookie.ended) : state.cookie.made(token),
    Link: ({ next = null }, { request }) => (next === null ? null : `<${nextPage(request, next)}>; rel="next"`),
    'X-Entries-Left-Out': ({ rest = {} }) => counted(rest),
    // Of a whole list it counts the first page: headers go before the rest.
    'X-Records-Left-Out': ({ leftOut = 0 }) => (leftOut === 0 ? null : String(leftOut)),
    'X-Total-Count': ({ total = null }) => (total === null ? null : String(total)),
    'X-Total-Count-Or-More': ({ isTotalLeast = false }) => (isTotalLeast ? 'true' : null),
  };

/** The headers with these names, as far as the result has something for them. */
export function headersOf(names: readonly ResponseHeader[], result: ResultParts, answer: AnswerParts): Headers {
  const values = names.map((name) => [name, HEADERS[name]?.(result, answer) ?? null] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

/** `created=9, unread=2`; null if nothing is counted. */
function counted(counts: Readonly<Record<string, number>>): string | null {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? null : some.map(([name, count]) => `${name}=${count}`).join(', ');
}

/** The same page behind `after`. It does not count again. */
function nextPage({ state, path, search }: RouteRequest, after: string | number): string {
  const query = new URLSearchParams(search);
  query.delete('total');
  query.set('after', String(after));
  return `${state.mountPath}${path}?${query}`;
}
