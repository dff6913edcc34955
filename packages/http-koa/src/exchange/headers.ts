import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Headers } from '../responses.ts';

const DATA_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Nothing is cached unless an answer says otherwise: most have personal data or a token. With https, browsers are told to use only https
 * (ASVS 5.0, 3.4.1).
 */
export function securityHeaders(publicUrl: string | undefined): Headers {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': DATA_CSP,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(isHttps(publicUrl) && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

/** `HTTPS:` is https, too. */
export const isHttps = (url: string | undefined): boolean => url !== undefined && new URL(url).protocol === 'https:';

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'];
const MOST_ASKED = 30;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const EXPOSED_HEADERS =
  'Content-Disposition, ETag, Location, Link, Retry-After, WWW-Authenticate, X-Entries-Left-Out, X-Missing-Fields, X-Records-Left-Out, X-Request-Id, X-Total-Count, X-Total-Count-Or-More';
const PREFLIGHT_SECONDS = '600';

/** None unless the origin is exactly one of those configured. */
export function corsHeaders(origin: string | undefined, origins: readonly string[]): Headers {
  if (origins.length === 0) return {};
  if (origin === undefined || !origins.includes(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  };
}

/**
 * For a preflight from a configured origin: the methods of the path, and our headers with those that it asks for, because tools of tracing
 * add headers in the browser.
 */
export function preflightHeaders(
  { origin, 'access-control-request-headers': asked = '' }: IncomingHttpHeaders,
  origins: readonly string[],
  allow: string,
): Headers {
  if (origin === undefined || !origins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': [...ALLOWED_HEADERS, ...furtherHeaders(asked)].join(', '),
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  };
}

function furtherHeaders(asked: string): readonly string[] {
  const known = ALLOWED_HEADERS.map((name) => name.toLowerCase());
  const names = asked.split(',').map((name) => name.trim());
  return names.filter((name) => HEADER_NAME.test(name) && !known.includes(name.toLowerCase())).slice(0, MOST_ASKED);
}

/** Of an answer that no route makes: without a body, it ends the connection. */
const bareHeaders = (): Readonly<Record<string, string>> => ({
  Connection: 'close',
  ...securityHeaders(undefined),
  'X-Request-Id': randomUUID(),
  'Content-Length': '0',
});

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function answerTo(code: string): string {
  const lines = Object.entries(bareHeaders()).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}`, ...lines, '', ''].join('\r\n');
}

export function answerBare(response: ServerResponse, status: 400 | 503): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { ...bareHeaders(), ...(status === 503 && { 'Retry-After': '1' }) }).end();
}
