import { Responses, type Rule } from '@algotheque/domain';
import type { MessageId } from '../httpResponses.ts';
import { textOf } from '../httpTexts.ts';
import type { Page } from '../route.ts';
import { continueLink } from './continueLink.ts';
import { escaped, layout } from './layout.ts';
import { pageTexts } from './pageTexts.ts';

/** With these answers the link is valid, and the user can still choose a password. */
const CHOOSE: readonly MessageId[] = [
  Responses.User.Success.Token_valid,
  Responses.General.Missing_data,
  Responses.General.Invalid_data,
];

/**
 * The form for a new password, and its result. The form is sent to the address of the page, which has the token.
 */
export const recoverPage: Page['render'] = ({ message, data }, view) => {
  const { locale, options } = view;
  const words = pageTexts[locale];
  const invalid = message === Responses.User.Success.Token_valid ? '' : ' aria-invalid="true"';
  const form = `<form method="post">
<label for="password">${escaped(words.newPassword)}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" aria-describedby="hint"${invalid} required>
<p id="hint">${escaped(words.passwordHint)}</p>
<button>${escaped(words.save)}</button>
</form>`;
  const outcome = isCommon(data) ? words.commonPassword : textOf(message, locale);
  const text = `<p role="status">${escaped(outcome)}</p>`;
  const content = CHOOSE.includes(message) ? `${text}\n${form}` : text + continueLink(view);
  return layout({ locale, name: options.name, title: words.recoverTitle, content });
};

// The hint states all rules of a password except this one.
const COMMON: Rule = 'common_password';

const isCommon = (data: unknown): boolean => Array.isArray(data) && data.some(({ rule }) => rule === COMMON);
