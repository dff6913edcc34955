import type { IncomingMessage } from 'node:http';
import type { Locale } from '@algotheque/domain';
import type { AppContext } from '../context.ts';
import { prefixOf } from '../groups.ts';
import type { HttpOptions } from '../options.ts';
import { SHOW_TYPED } from '../pages/formParts.ts';
import type { PageView } from '../route.ts';
import { refusesParameters } from '../routes/unreadParts.ts';
import { originForm } from '../transport/requestHead.ts';

/** What a page needs of its request. */
export function pageView(context: AppContext, options: HttpOptions): PageView {
  const { route, group, mountPath, typedEmail } = context.state;
  const chosen = localeOfAddress(context);
  const query = chosen === undefined ? '' : `?lang=${chosen}`;
  return {
    locale: requestedLocale(context, options.locale) ?? options.locale,
    query,
    base: mountPath + prefixOf(group, options.prefixes),
    home: `${mountPath}/${query}`,
    canReload: ['GET', 'HEAD'].includes(context.method) && (route === undefined || !refusesParameters(route)),
    showsTyped: context.querystring.split('&').includes(SHOW_TYPED),
    options,
    ...(typedEmail !== undefined && { typedEmail }),
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
const localeOfAddress = ({ search }: AppContext): Locale | undefined =>
  search.includes('lang=') ? known(new URLSearchParams(search).get('lang')) : undefined;

const known = (name: unknown): Locale | undefined => (name === 'en' || name === 'fr' ? name : undefined);

/** A path without a slash at its end. It has no character that ends a header, a link or an attribute of HTML. */
const MOUNT_PATH = /^(?:\/[\w.~!$&()*+,;=:@%-]+)+$/;

/**
 * The path under which a host application has mounted this one: what the host has removed from the beginning of the path. Koa keeps
 * the path that the client sent in `context.originalUrl`; Express and Fastify keep it in `request.originalUrl`. Empty if nothing
 * was removed, or if the host has changed the path in another way.
 */
export function mountPathOf(context: AppContext): string {
  const { originalUrl = context.originalUrl }: IncomingMessage & { readonly originalUrl?: unknown } = context.req;
  if (typeof originalUrl !== 'string' || originalUrl === context.url) return '';
  const sent = originForm(originalUrl).replace(/[?#].*$/s, '');
  const { path } = context;
  const rest = sent.endsWith(path) ? path.length : 0;
  const removed = sent.slice(0, sent.length - rest);
  return (rest > 0 || path === '/') && MOUNT_PATH.test(removed) ? removed : '';
}
