import { Responses } from '@algotheque/domain';
import type { MessageId } from '../httpResponses.ts';
import { textOf } from '../httpTexts.ts';
import type { Page } from '../route.ts';
import { continueLink } from './continueLink.ts';
import { escaped, layout } from './layout.ts';
import { pageTexts } from './pageTexts.ts';

/** After these answers another link helps. */
const TRY_AGAIN: readonly MessageId[] = [
  Responses.User.Invalid_token,
  Responses.General.Missing_data,
  Responses.General.Invalid_data,
];

/** The result of a confirmation. If the link was invalid, the page has a form that asks for another. */
export const confirmPage: Page['render'] = ({ message }, view) => {
  const { locale, base, options } = view;
  const words = pageTexts[locale];
  const form = `<form method="post" action="${escaped(base)}/confirm">
<label for="email">${escaped(words.email)}</label>
<input id="email" name="email" type="email" autocomplete="email" required>
<button>${escaped(words.sendAgain)}</button>
</form>`;
  const text = `<p role="status">${escaped(textOf(message, locale))}</p>`;
  const content = TRY_AGAIN.includes(message) ? `${text}\n${form}` : text + continueLink(view);
  return layout({ locale, name: options.name, title: words.confirmTitle, content });
};
