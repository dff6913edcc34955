import type { Locale } from '@algotheque/domain';
import type { AppContext } from '../context.ts';

/** The language that `Accept-Language` asks for, of those there are; undefined when it asks for none of them. */
export function requestedLocale(context: AppContext, fallback: Locale): Locale | undefined {
  if (context.get('Accept-Language') === '') return undefined;
  const other: Locale = fallback === 'en' ? 'fr' : 'en';
  const found = context.acceptsLanguages([fallback, other]); // the first of them answers `*`
  return found === 'en' || found === 'fr' ? found : undefined;
}
