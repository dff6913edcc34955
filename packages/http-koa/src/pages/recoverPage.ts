import { OPERATIONS, Responses } from '@algotheque/domain';
import * as v from 'valibot';
import type { Res } from '../responseKinds.ts';
import type { PageView } from '../route.ts';
import { fieldOf, linkForm, mailSteps, SHOW_TYPED } from './formParts.ts';
import { type Content, each, pageOf } from './pageOf.ts';
import { escaped, paragraph, worded } from './parts.ts';
import { type PageTexts, pageTexts } from './texts/index.ts';

const { General, User } = Responses;

const afterReset: Content = ({ data }, _view, words) => {
  const { wasConfirmed } = v.parse(OPERATIONS.resetPassword.output, data);
  return [words.afterReset, ...(wasConfirmed ? [] : [words.lookThrough])].map(paragraph).join('\n');
};

/** The form that asks for a link, and its result: the same for an address without an account. */
export const askRecoveryPage = pageOf((words) => words.recoverTitle, {
  ...linkForm('/recover'),
  [User.Success.Recovery_sent]: mailSteps,
});

/** The form for a new password, and its result. If the link was invalid, the page has a form that asks for another. */
export const recoverPage = pageOf((words) => words.recoverTitle, {
  ...linkForm('/recover'),
  // With these answers the link is valid, and the user can still choose a password.
  ...each([User.Success.Token_valid, General.Missing_data, General.Invalid_data], passwordForm),
  [User.Success.Password_reset]: afterReset,
});

/**
 * The form is sent to the address of the page, which has the token. Programs that keep passwords keep this one with the e-mail address.
 * What is typed is seen if the address of the page says so, because a page has no script that could show it.
 */
function passwordForm(answer: Res, view: PageView, words: PageTexts): string {
  const password = {
    name: 'password',
    label: words.newPassword,
    attributes: `${view.showsTyped ? SEEN : HIDDEN} minlength="8"`,
    hint: words.passwordHint,
  } as const;
  return `<form method="post">
${accountField(answer, view)}${fieldOf(password, answer, words)}
${switchLink(view)}
<button>${worded(words.save)}</button>
</form>`;
}

const HIDDEN = 'type="password" autocomplete="new-password"';
/** No browser keeps it as a text for other forms. */
const SEEN = 'type="text" autocomplete="off" autocapitalize="none" spellcheck="false"';

/** The e-mail address of the account; nothing if neither the answer nor a form that was sent before has it. */
function accountField({ data }: Res, { locale, typedEmail }: PageView): string {
  const adresseMail = v.is(OPERATIONS.checkRecovery.output, data) ? data.adresseMail : typedEmail;
  if (adresseMail === undefined) return '';
  return `<label for="email">${worded(pageTexts[locale].email)}</label>
<input id="email" name="email" type="email" autocomplete="username" value="${escaped(adresseMail)}" readonly>
`;
}

/** The same page with what is typed seen, or hidden. */
function switchLink({ locale, query, showsTyped }: PageView): string {
  const words = pageTexts[locale];
  const hidden = query === '' ? '?' : query;
  const seen = `${query === '' ? '?' : `${query}&`}${SHOW_TYPED}`;
  return `<p class="hint"><a href="${escaped(showsTyped ? hidden : seen)}">${worded(showsTyped ? words.hideTyped : words.showTyped)}</a></p>`;
}
