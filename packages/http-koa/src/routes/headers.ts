import { type ExpectedVersion, invalidData, violation } from '@algotheque/domain';
import type { Headers } from '../responses.ts';
import type { ResponseHeader, RouteRequest } from '../route.ts';

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
  readonly base: string;
  readonly data: unknown;
}

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

/** Strong, because the same version has the same bytes. */
const entityTag = (version: number): string => `"${version}"`;

/** Also as proxies change a tag when they compress: nginx makes it weak, Apache and others add the coding. */
const OURS = /^(?:W\/)?"(0|[1-9]\d{0,15})(?:[-;/:.]{1,2}(?:gzip|br|zstd|deflate|df))?"$/;

/** Any tags, as RFC 9110, 8.8.3, writes them, or `*`. A list may have empty elements (5.6.1). */
export const IF_MATCH = /^(?:\*|[\s,]*(?:W\/)?"[^"]*"(?:\s*,[\s,]*(?:W\/)?"[^"]*")*[\s,]*)$/;

/** A tag that is not ours never matches. @throws DomainError for what is no tag: nobody could say why it never matches */
export function ifMatch(header: string | undefined): ExpectedVersion | undefined {
  const text = header?.trim();
  if (text !== undefined && !IF_MATCH.test(text)) {
    const message = 'is no tag in quotes, such as "1", no list of them, and not *';
    throw invalidData({ ...violation('/If-Match', 'type'), message });
  }
  return ifNoneMatch(text);
}

export function ifNoneMatch(header: string | undefined): ExpectedVersion | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((item) => {
    const digits = OURS.exec(item.trim())?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}
