import { Responses } from '@algotheque/domain';
import type { MessageId } from '../httpResponses.ts';
import { textOf } from '../httpTexts.ts';
import type { Page } from '../route.ts';
import { failureNotes, outcomeOfAnswer, paragraph } from './answerParts.ts';
import { continueLink } from './continueLink.ts';
import { escaped } from './escaped.ts';
import { layout } from './layout.ts';
import { type PageTexts, pageTexts } from './texts/index.ts';

const { Success } = Responses.User;

interface Steps {
  readonly title: (words: PageTexts) => string;
  /** With this answer the link is valid, and the page has the button that acts. */
  readonly valid: MessageId;
  readonly button: (words: PageTexts) => string;
  readonly done: MessageId;
  /** What follows when it is done. */
  readonly after: (words: PageTexts) => string;
}

/** The page of a link that acts at the press of a button, because mail scanners open links. Its form is sent to the address of the page. */
const pageOf =
  ({ title, valid, button, done, after }: Steps): Page['render'] =>
  (answer, view) => {
    const { locale } = view;
    const words = pageTexts[locale];
    const form = `${paragraph(textOf(valid, locale))}
<form method="post">
<button>${escaped(button(words))}</button>
</form>`;
    const rest = answer.message === done ? paragraph(after(words)) : failureNotes(answer, view);
    return layout(view, {
      title: title(words),
      ...outcomeOfAnswer(answer, view),
      content: (answer.message === valid ? form : rest) + continueLink(view),
    });
  };

/** The page of the link to a new address. */
export const changeEmailPage = pageOf({
  title: (words) => words.changeEmailTitle,
  valid: Success.Email_change_valid,
  button: (words) => words.changeEmail,
  done: Success.Email_changed,
  after: (words) => words.afterEmailChange,
});

/** The page of the link to the address of before. */
export const emailBackPage = pageOf({
  title: (words) => words.emailBackTitle,
  valid: Success.Email_back_valid,
  button: (words) => words.takeEmailBack,
  done: Success.Email_taken_back,
  after: (words) => words.afterEmailBack,
});
