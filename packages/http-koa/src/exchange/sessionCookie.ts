import type { IncomingHttpHeaders } from 'node:http';
import type { Step } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { HttpError, HttpResponses } from '../responses.ts';
import type { Route, SessionCookie } from '../route.ts';
import { senders, sendsBearer } from './head.ts';

/** The longest time for which browsers keep a cookie, 400 days (RFC 6265bis, 5.5): the service decides when a session ends. */
const MAX_AGE = 34_560_000;

/**
 * It is sent to this host and this mount only. With an https address only over https, which the prefix of its name makes browsers
 * hold; `__Host-` needs the path `/`.
 */
export function sessionCookie({ publicUrl }: Pick<HttpOptions, 'publicUrl'>, mountPath: string): SessionCookie {
  const isSecure = publicUrl?.startsWith('https:') === true;
  const path = mountPath === '' || mountPath.includes(';') ? '/' : mountPath; // a semicolon would end the attribute
  const name = `${isSecure ? (path === '/' ? '__Host-' : '__Secure-') : ''}algotheque`;
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    isSecure,
    made: (token) => `${name}=${token}; Max-Age=${MAX_AGE}; ${attributes}`,
    ended: `${name}=; Max-Age=0; ${attributes}`,
  };
}

const { Foreign_page, Https_needed } = HttpResponses.General;

/** Whether a request with its session in a cookie must come from a page of the service. */
const changes = ({ auth, method, changesByGet }: Route): boolean => auth && (method !== 'GET' || changesByGet === true);

const setsCookie = ({ auth, success }: Route): boolean => !auth && success.headers?.includes('Set-Cookie') === true;

/** What a row can fail with, because of cookies. */
export const cookieFailures = (row: Route) => [
  ...(changes(row) || setsCookie(row) ? [Foreign_page] : []),
  ...(setsCookie(row) ? [Https_needed] : []),
];

/**
 * The step that sets `state.cookieToken`, if a request has a session in a cookie and no bearer token. Browsers send cookies by themselves, also
 * where another site makes them send a request: what changes something must come from a page of the service.
 * @throws HttpError Foreign_page; Https_needed where the browser would not keep the cookie of a login
 */
export function cookieOf(row: Route, options: Pick<HttpOptions, 'corsOrigins' | 'publicUrl'>): readonly Step[] {
  const senderOf = senders(options);
  const read: Step = ({ cookies, req, state }, next) => {
    if (sendsBearer(req)) return next();
    const token = cookies.get(state.cookie.name);
    if (token === undefined) return next();
    if (changes(row) && senderOf(req.headers) !== 'own') throw new HttpError(Foreign_page);
    state.cookieToken = token;
    return next();
  };
  const admit: Step = ({ req, state }, next) => {
    if (senderOf(req.headers) === 'foreign') throw new HttpError(Foreign_page);
    if (state.cookie.isSecure && isOverHttp(req.headers)) throw new HttpError(Https_needed);
    return next();
  };
  return [...(row.auth ? [read] : []), ...(setsCookie(row) ? [admit] : [])];
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the page came over http from another machine. Browsers trust a page of their own machine as one over https. */
function isOverHttp({ origin }: IncomingHttpHeaders): boolean {
  return origin?.startsWith('http:') === true && URL.canParse(origin) && !LOOPBACK.test(new URL(origin).hostname);
}
