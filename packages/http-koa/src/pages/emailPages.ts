import { OPERATIONS, Responses } from '@algotheque/domain';
import * as v from 'valibot';
import type { MessageId } from '../httpResponses.ts';
import type { Page } from '../route.ts';
import { type Content, pageOf } from './pageOf.ts';
import { escaped, outcomeOfVoidLink, paragraph } from './parts.ts';

const { Success, Invalid_token } = Responses.User;

interface LinkPage {
  readonly texts: 'changeEmail' | 'emailBack';
  /** With this answer the link is valid, and the page has the button that acts. */
  readonly valid: MessageId;
  readonly done: MessageId;
}

/** The page of a link that acts at the press of a button, because mail scanners open links. Its form is sent to the address of the page. */
function linkPage({ texts, valid, done }: LinkPage): Page['render'] {
  const ask: Content = ({ data }, _view, words) =>
    `${paragraph(words[texts].ask(v.parse(OPERATIONS.checkEmail.output, data)))}
<form method="post">
<button>${escaped(words[texts].button)}</button>
</form>`;
  const after: Content = (_answer, _view, words) => paragraph(words[texts].after);
  const again: Content = (_answer, _view, words) => paragraph(words[texts].again);
  return pageOf(
    (words) => words[texts].title,
    { [valid]: ask, [done]: after, [Invalid_token]: again },
    outcomeOfVoidLink,
  );
}

/** The page of the link to a new address. */
export const changeEmailPage = linkPage({
  texts: 'changeEmail',
  valid: Success.Email_change_valid,
  done: Success.Email_changed,
});

/** The page of the link to the former address. */
export const emailBackPage = linkPage({
  texts: 'emailBack',
  valid: Success.Email_back_valid,
  done: Success.Email_taken_back,
});
