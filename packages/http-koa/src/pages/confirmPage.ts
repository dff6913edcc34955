import { Responses } from '@algotheque/domain';
import { linkForm, mailSteps } from './formParts.ts';
import { each, pageOf } from './pageOf.ts';
import { paragraph } from './parts.ts';

const { Success, Already_confirmed } = Responses.User;

/** The result of a confirmation, or of the request for a link. Without a valid link the page has the form that asks for one. */
export const confirmPage = pageOf((words) => words.confirmTitle, {
  ...linkForm('/confirm'),
  ...each([Success.Confirmed, Already_confirmed], (_answer, _view, words) => paragraph(words.afterConfirmation)),
  [Success.Confirmation_sent]: mailSteps,
});
