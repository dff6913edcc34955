import type { Locale } from '@algotheque/domain';
import type { AppContext } from '../context.ts';

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
