import { Responses } from '@algotheque/domain';
import { linkForm, mailSteps } from './formParts.ts';
import { each, pageOf } from './pageOf.ts';
import { outcomeOfAnswer, paragraph } from './parts.ts';
import { pageTexts } from './texts/index.ts';

const { Success, Already_confirmed } = Responses.User;

/** A scanner of mails may have opened the link first: for the person who opens it then, the address is confirmed as well. */
const outcomeOfConfirmation: typeof outcomeOfAnswer = (answer, view) =>
  answer.message === Already_confirmed
    ? { outcome: { state: 'done', text: pageTexts[view.locale].confirmedBefore } }
    : outcomeOfAnswer(answer, view);

/** The result of a confirmation, or of the request for a link. Without a valid link the page has the form that asks for one. */
export const confirmPage = pageOf(
  (words) => words.confirmTitle,
  {
    ...linkForm('/confirm'),
    ...each([Success.Confirmed, Already_confirmed], (_answer, _view, words) => paragraph(words.afterConfirmation)),
    [Success.Confirmation_sent]: mailSteps,
  },
  outcomeOfConfirmation,
);
