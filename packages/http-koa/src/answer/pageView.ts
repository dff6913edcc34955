import type { AppContext } from '../context.ts';
import { prefixOf } from '../groups.ts';
import type { HttpOptions } from '../options.ts';
import { SHOW_TYPED } from '../pages/formParts.ts';
import { localeOfAddress, requestedLocale } from '../request/identify.ts';
import { type PageView, refusesParameters } from '../route.ts';

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
