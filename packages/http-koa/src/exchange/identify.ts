import type { ServerResponse } from 'node:http';
import { failuresOf, type Locale, OPERATIONS } from '@algotheque/domain';
import type { AppContext, Step } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import type { HandlerParts, Route } from '../route.ts';
import { bearerToken } from './head.ts';

export const AUTHENTICATION_FAILURES = failuresOf(OPERATIONS.authenticate);

/** @throws DomainError General.Unauthorized if the route needs a token and there is no valid one */
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

/** `lang` in the query, which links of pages set, else `Accept-Language`; undefined if the service has neither. */
export function requestedLocale(context: AppContext, fallback: Locale): Locale | undefined {
  const chosen = localeOfAddress(context);
  if (chosen !== undefined || (context.req.headers['accept-language'] ?? '') === '') return chosen;
  const other: Locale = fallback === 'en' ? 'fr' : 'en';
  return known(context.acceptsLanguages([fallback, other])); // the first one is the answer to `*`
}

export const localeOfAddress = ({ search }: AppContext): Locale | undefined =>
  search.includes('lang=') ? known(new URLSearchParams(search).get('lang')) : undefined;

const known = (name: unknown): Locale | undefined => (name === 'en' || name === 'fr' ? name : undefined);

/** Aborted when the connection closes before the answer is sent completely. */
function goneSignal(response: ServerResponse): AbortSignal {
  if (response.closed || response.req.socket.destroyed) return AbortSignal.abort();
  const clientGone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) clientGone.abort();
  });
  return clientGone.signal;
}

/** Those of browsers have 70 to 200 characters. The patterns of the parser take at most 0.2 ms for so many (measured). */
const MAX_CHARACTERS = 256;

/** The name of a program that is no browser: the first product of the header, without its version (RFC 9110, section 10.1.5). */
const PRODUCT = /^[A-Za-z][\w.+-]{0,39}/;

const NAME = /^[\w .+-]{1,40}$/;

/** In words that need no translation: `Firefox, Linux` or `curl`. Undefined if the header tells nothing. */
export async function clientWords(userAgent: string | undefined): Promise<string | undefined> {
  const text = (userAgent ?? '').slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim();
  if (!text.startsWith('Mozilla/')) return PRODUCT.exec(text)?.[0];
  const { default: Bowser } = await import('bowser'); // not needed before the first login
  const { browser, os } = Bowser.parse(text);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== null && NAME.test(name));
  return names.length === 0 ? undefined : names.join(', ');
}
