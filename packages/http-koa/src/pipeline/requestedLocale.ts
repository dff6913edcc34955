import type { Locale } from '@algotheque/domain';
import type { AppContext } from '../context.ts';

/** The language that `Accept-Language` asks for, if it is available; undefined if none is. */
export function requestedLocale(context: AppContext, fallback: Locale): Locale | undefined {
  if ((context.req.headers['accept-language'] ?? '') === '') return undefined;
  const other: Locale = fallback === 'en' ? 'fr' : 'en';
  const found = context.acceptsLanguages([fallback, other]); // the first one is the answer to `*`
  return found === 'en' || found === 'fr' ? found : undefined;
}
