import type { ServerResponse } from 'node:http';
import { failuresOf, type Locale, OPERATIONS } from '@algotheque/domain';
import type { AppContext } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import type { HandlerParts, Route } from '../route.ts';
import type { Step } from '../router.ts';
import { bearerToken } from './head.ts';

/** The failures of every route that needs an access token. */
export const AUTHENTICATION_FAILURES = failuresOf(OPERATIONS.authenticate);

/**
 * Sets `state.caller`.
 * @throws DomainError General.Unauthorized if the route needs a token and there is no valid one
 */
export function identify(row: Route, { service, options }: HandlerParts & { readonly options: HttpOptions }): Step {
  return async (context, next) => {
    const { state, req, res } = context;
    const { requestId, address, trace } = state;
    const locale = requestedLocale(context, options.locale);
    const client = row.tellsClient === true ? await clientWords(req.headers['user-agent']) : undefined;
    state.caller = {
      requestId,
      ...(row.body !== 'none' && { signal: goneSignal(res) }), // work that waits for its turn, such as a hash, has a body
      ...(trace !== undefined && { traceId: trace.traceId }),
      ...(address !== undefined && { address }),
      ...(locale !== undefined && { locale }),
      ...(client !== undefined && { client }),
    };
    if (row.auth) {
      const { user, session } = await service.authenticate(state.cookieToken ?? bearerToken(req) ?? '');
      state.userId = user.id;
      state.caller = { ...state.caller, user, session };
    }
    return next();
  };
}

/**
 * The language that a request asks for, if it is available; undefined if none is: `lang` in the query, which links of pages set, else
 * `Accept-Language`.
 */
export function requestedLocale(context: AppContext, fallback: Locale): Locale | undefined {
  const chosen = localeOfAddress(context);
  if (chosen !== undefined || (context.req.headers['accept-language'] ?? '') === '') return chosen;
  const other: Locale = fallback === 'en' ? 'fr' : 'en';
  return known(context.acceptsLanguages([fallback, other])); // the first one is the answer to `*`
}

/** The language that the query names, if it is available. */
export const localeOfAddress = ({ search }: AppContext): Locale | undefined =>
  search.includes('lang=') ? known(new URLSearchParams(search).get('lang')) : undefined;

const known = (name: unknown): Locale | undefined => (name === 'en' || name === 'fr' ? name : undefined);

/**
 * Aborted when the connection of a request closes before the answer is sent completely; at once if it is closed
 * already.
 */
function goneSignal(response: ServerResponse): AbortSignal {
  if (response.closed || response.req.socket.destroyed) return AbortSignal.abort();
  const clientGone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) clientGone.abort();
  });
  return clientGone.signal;
}

/**
 * The most characters that are parsed: those of browsers have 70 to 200. The patterns of the parser take at most 0.2 ms for so many
 * (measured).
 */
const MAX_CHARACTERS = 256;

/** The name of a program that is no browser: the first product of the header, without its version (RFC 9110, section 10.1.5). */
const PRODUCT = /^[A-Za-z][\w.+-]{0,39}/;

/** What a name may have. Clients choose the header, and the parser takes unknown names from it. */
const NAME = /^[\w .+-]{1,40}$/;

/**
 * What a client is, by its `User-Agent`, in words that need no translation: `Firefox, Linux` or `curl`. Undefined if the header tells
 * nothing.
 */
export async function clientWords(userAgent: string | undefined): Promise<string | undefined> {
  const text = (userAgent ?? '').slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim();
  if (!text.startsWith('Mozilla/')) return PRODUCT.exec(text)?.[0];
  const { default: Bowser } = await import('bowser'); // not needed before the first login
  const { browser, os } = Bowser.parse(text);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== null && NAME.test(name));
  return names.length === 0 ? undefined : names.join(', ');
}
