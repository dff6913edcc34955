import type { PageView } from '../route.ts';
import { escaped } from './layout.ts';
import { pageTexts } from './pageTexts.ts';

/** HTML: the link to the front end, if there is one. */
export const continueLink = ({ locale, options: { appUrl } }: PageView): string =>
  appUrl === undefined ? '' : `\n<p><a href="${escaped(appUrl)}">${escaped(pageTexts[locale].goOn)}</a></p>`;
