import type { PageView } from '../route.ts';
import { escaped } from './escaped.ts';
import { pageTexts } from './texts/index.ts';

/** HTML: the link to the front end, if there is one. */
export const continueLink = ({ locale, options: { appUrl } }: PageView): string =>
  appUrl === undefined
    ? ''
    : `\n<p class="action"><a href="${escaped(appUrl)}">${escaped(pageTexts[locale].goOn)}</a></p>`;
