import type { IncomingHttpHeaders } from 'node:http';
import type { Headers } from '../responseKinds.ts';

/** Nothing may be loaded, framed or sent from an answer that is data. */
const DATA_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. Nothing is cached unless an answer says otherwise: most have personal data or a token.
 * With https, browsers are told to use only https (ASVS 5.0, 3.4.1).
 */
export function securityHeaders(publicUrl: string | undefined): Headers {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': DATA_CSP,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'];
/** The most further headers that a preflight allows. */
const MOST_ASKED = 30;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const EXPOSED_HEADERS =
  'Content-Disposition, ETag, Location, Link, Retry-After, WWW-Authenticate, X-Entries-Left-Out, X-Missing-Fields, X-Records-Left-Out, X-Request-Id, X-Total-Count, X-Total-Count-Or-More';
/** How long a browser may keep the answer to a preflight. */
const PREFLIGHT_SECONDS = '600';

/** Headers for a request from `origin`: none unless it is exactly one of those configured. */
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
 * The additional headers of a preflight from a configured origin: the methods of the path, and the headers that we read with those that it
 * asks for. Tools of tracing add headers in the browser; without them in this answer it would send nothing.
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
