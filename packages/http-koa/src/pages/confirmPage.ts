import { Responses } from '@algotheque/domain';
import type { MessageId } from '../httpResponses.ts';
import type { Page } from '../route.ts';
import { linkForm, mailSteps } from './formParts.ts';
import { continueLink, failureNotes, outcomeOfAnswer, paragraph } from './parts.ts';
import { pageTexts } from './texts/index.ts';

const { Success, Already_confirmed } = Responses.User;

const CONFIRMED: readonly MessageId[] = [Success.Confirmed, Already_confirmed];

/** The result of a confirmation, or of the request for a link. Without a valid link the page has the form that asks for one. */
export const confirmPage: Page['render'] = (answer, view) => {
  const words = pageTexts[view.locale];
  const content = CONFIRMED.includes(answer.message)
    ? paragraph(words.afterConfirmation)
    : answer.message === Success.Confirmation_sent
      ? mailSteps(view)
      : (linkForm('/confirm', answer, view) ?? failureNotes(answer, view));
  return { title: words.confirmTitle, ...outcomeOfAnswer(answer, view), content: content + continueLink(view) };
};
