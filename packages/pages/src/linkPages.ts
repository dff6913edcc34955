import { OPERATIONS, Responses } from '@algotheque/domain';
import * as v from 'valibot';
import type { MessageId } from './messages.ts';
import { each, fieldOf, linkForm, mailSteps, type PageContent, pageRenderer, SHOW_TYPED } from './pageRenderer.ts';
import { escaped, outcomeOfAnswer, outcomeOfVoidLink, paragraph, worded } from './parts.ts';
import { type PageTexts, pageTexts } from './texts.ts';
import type { PageAnswer, PageView, Render } from './view.ts';

const { Success, Already_confirmed, Invalid_token } = Responses.User;

const outcomeOfConfirmation: typeof outcomeOfAnswer = (answer, view) =>
  answer.message === Already_confirmed
    ? { outcome: { state: 'done', text: pageTexts[view.locale].confirmedBefore } }
    : outcomeOfAnswer(answer, view);

export const confirmPage = pageRenderer(
  (words) => words.confirmTitle,
  {
    ...linkForm('/confirm'),
    ...each([Success.Confirmed, Already_confirmed], (_answer, _view, words) => paragraph(words.afterConfirmation)),
    [Success.Confirmation_sent]: mailSteps,
  },
  outcomeOfConfirmation,
);

interface LinkPage {
  readonly texts: 'changeEmail' | 'emailBack';
  /** With this answer the link is valid, and the page has the button that acts. */
  readonly valid: MessageId;
  readonly done: MessageId;
}

/** It acts at the press of a button, because mail scanners open links. Its form is sent to its own address. */
function linkPage({ texts, valid, done }: LinkPage): Render {
  const ask: PageContent = ({ data }, _view, words) =>
    `${paragraph(words[texts].ask(v.parse(OPERATIONS.checkEmail.output, data)))}
<form method="post">
<button>${escaped(words[texts].button)}</button>
</form>`;
  const after: PageContent = (_answer, _view, words) => paragraph(words[texts].after);
  const again: PageContent = (_answer, _view, words) => paragraph(words[texts].again);
  return pageRenderer(
    (words) => words[texts].title,
    { [valid]: ask, [done]: after, [Invalid_token]: again },
    outcomeOfVoidLink,
  );
}

export const changeEmailPage = linkPage({
  texts: 'changeEmail',
  valid: Success.Email_change_valid,
  done: Success.Email_changed,
});

export const emailBackPage = linkPage({
  texts: 'emailBack',
  valid: Success.Email_back_valid,
  done: Success.Email_taken_back,
});

const addressIn: (data: unknown) => string = (data) => v.parse(OPERATIONS.checkInvitation.output, data).adresseMail;

/** A page has no session, so it can only say what is next. */
export const invitationPage: Render = pageRenderer(
  (words) => words.invitation.title,
  {
    [Success.Invitation_valid]: ({ data }, view, words) => {
      const { token, options } = view;
      if (options.appUrl !== undefined && token !== undefined) {
        const address = `${options.appUrl}/invitation#token=${encodeURIComponent(token)}`;
        return `${paragraph(words.invitation.openHint(addressIn(data)))}
<p class="action"><a href="${escaped(address)}">${escaped(words.invitation.open)}</a></p>`;
      }
      const steps = words.invitation.steps(addressIn(data)).map((step) => `<li>${escaped(step)}</li>`);
      return `<ol>
${steps.join('\n')}
</ol>${options.docs ? referenceLink(view, words) : ''}`;
    },
  },
  outcomeOfVoidLink,
  [Success.Invitation_valid],
);

const referenceLink = ({ home }: PageView, words: PageTexts): string =>
  `\n<p class="action"><a href="${escaped(home.replace(/\/(?=\?|$)/, '/docs'))}">${escaped(words.links.reference)}</a></p>`;

const askToRefuse: PageContent = ({ data }, _view, words) => `${paragraph(words.refusal.ask(addressIn(data)))}
<form method="post">
<button>${escaped(words.refusal.button)}</button>
</form>`;

export const refusalPage: Render = pageRenderer(
  (words) => words.refusal.title,
  {
    [Success.Invitation_valid]: askToRefuse,
    [Success.Invitations_refused]: (_answer, _view, words) => paragraph(words.refusal.after),
  },
  (answer, view) => (answer.message === Success.Invitation_valid ? {} : outcomeOfVoidLink(answer, view)),
);

const { General, User } = Responses;

const afterReset: PageContent = ({ data }, _view, words) => {
  const { wasConfirmed } = v.parse(OPERATIONS.resetPassword.output, data);
  return [words.afterReset, ...(wasConfirmed ? [] : [words.lookThrough])].map(paragraph).join('\n');
};

/** The result is the same for an address without an account. */
export const askRecoveryPage = pageRenderer((words) => words.recoverTitle, {
  ...linkForm('/recover'),
  [User.Success.Recovery_sent]: mailSteps,
});

/** For an invalid link the page has a form that asks for another. */
export const recoverPage = pageRenderer((words) => words.recoverTitle, {
  ...linkForm('/recover'),
  // With these answers the link is valid, and the user can still choose a password.
  ...each([User.Success.Token_valid, General.Missing_data, General.Invalid_data], passwordForm),
  [User.Success.Password_reset]: afterReset,
});

/** Sent to the address of the page, which has the token. What is typed is seen if the address says so, because a page has no script. */
function passwordForm(answer: PageAnswer, view: PageView, words: PageTexts): string {
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

function accountField({ data }: PageAnswer, { locale, typedEmail }: PageView): string {
  const adresseMail = v.is(OPERATIONS.checkRecovery.output, data) ? data.adresseMail : typedEmail;
  if (adresseMail === undefined) return '';
  return `<label for="email">${worded(pageTexts[locale].email)}</label>
<input id="email" name="email" type="email" autocomplete="username" value="${escaped(adresseMail)}" readonly>
`;
}

function switchLink({ locale, query, showsTyped }: PageView): string {
  const words = pageTexts[locale];
  const hidden = query === '' ? '?' : query;
  const seen = `${query === '' ? '?' : `${query}&`}${SHOW_TYPED}`;
  return `<p class="hint"><a href="${escaped(showsTyped ? hidden : seen)}">${worded(showsTyped ? words.hideTyped : words.showTyped)}</a></p>`;
}
