import type { IncomingHttpHeaders } from 'node:http';
import type { Step } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { HttpError, HttpResponses } from '../responses.ts';
import type { Route, SessionCookie } from '../route.ts';
import { senders, sendsBearer } from './head.ts';
import { isHttps } from './headers.ts';

/** The longest time for which browsers keep a cookie, 400 days (RFC 6265bis, 5.5): the service decides when a session ends. */
const MAX_AGE = 34_560_000;

/**
 * It is sent to this host and this mount only. With an https address only over https, which the prefix of its name makes browsers
 * hold; `__Host-`, which keeps the other hosts of the domain from setting it, needs the path `/`.
 */
export function sessionCookie({ publicUrl }: Pick<HttpOptions, 'publicUrl'>, mountPath: string): SessionCookie {
  const isSecure = isHttps(publicUrl);
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

/** An export takes a place and much work: a link of another site begins none. */
const isExport = ({ auth, success }: Route): boolean => auth && success.isZip === true;

const setsCookie = ({ auth, success }: Route): boolean => !auth && success.headers?.includes('Set-Cookie') === true;

/** What a row can fail with, because of cookies. */
export const cookieFailures = (row: Route) => [
  ...(changes(row) || isExport(row) || setsCookie(row) ? [Foreign_page] : []),
  ...(setsCookie(row) ? [Https_needed] : []),
];

/**
 * The step that sets `state.cookieToken`, if a request has a session in a cookie and no bearer token. Browsers send cookies by themselves,
 * also where another site makes them send a request: what changes something must come from a page of the service.
 * @throws HttpError Foreign_page; Https_needed where the browser would not keep the cookie of a login
 */
export function cookieOf(row: Route, options: Pick<HttpOptions, 'corsOrigins' | 'publicUrl'>): readonly Step[] {
  const { publicUrl } = options;
  const ofHead = senders(options);
  /** The page of this host that came over http, which others on its way may have written. */
  const httpTwin = isHttps(publicUrl) ? new URL(publicUrl ?? '').origin.replace(/^https/, 'http') : null;
  const senderOf = (headers: IncomingHttpHeaders) => (headers.origin === httpTwin ? 'foreign' : ofHead(headers));
  const read: Step = ({ req, state }, next) => {
    if (sendsBearer(req)) return next();
    const token = onlyCookie(req.headers.cookie, state.cookie.name);
    if (token === undefined) return next();
    const sender = senderOf(req.headers);
    if (changes(row) ? sender !== 'own' : isExport(row) && sender === 'foreign') throw new HttpError(Foreign_page);
    state.cookieToken = token;
    return next();
  };
  const admit: Step = ({ req: { headers }, state }, next) => {
    if (state.cookie.isSecure && isOverHttp(headers)) throw new HttpError(Https_needed);
    // Browsers do not keep the cookie of a request to another site, whatever the settings say of its origin.
    if (senderOf(headers) === 'foreign' || headers['sec-fetch-site'] === 'cross-site')
      throw new HttpError(Foreign_page);
    return next();
  };
  return [...(row.auth ? [read] : []), ...(setsCookie(row) ? [admit] : [])];
}

/** Of two different cookies with this name none counts: another host or path of the domain has set one of them. */
function onlyCookie(header: string | undefined, name: string): string | undefined {
  const sent = (header ?? '').split(';').map((one) => one.trim());
  const values = new Set(sent.filter((one) => one.startsWith(`${name}=`)).map((one) => one.slice(name.length + 1)));
  return values.size === 1 ? [...values][0] : undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the page came over http from another machine. Most browsers trust a page of their own machine as one over https. */
function isOverHttp({ origin }: IncomingHttpHeaders): boolean {
  return origin?.startsWith('http:') === true && URL.canParse(origin) && !LOOPBACK.test(new URL(origin).hostname);
}
