import { type EmailOfToken, OPERATIONS, Responses } from '@algotheque/domain';
import * as v from 'valibot';
import type { MessageId } from '../httpResponses.ts';
import type { Page } from '../route.ts';
import { continueLink, escaped, failureNotes, outcomeOfAnswer, paragraph } from './parts.ts';
import { type PageTexts, pageTexts } from './texts/index.ts';

const { Success, Invalid_token } = Responses.User;

/** The service's own text asks for another link, which these mails do not have. */
const voidLink = ({ linkVoid }: PageTexts) => ({ outcome: { state: 'problem', text: linkVoid } }) as const;

interface LinkPage {
  readonly title: (words: PageTexts) => string;
  /** With this answer the link is valid, and the page has the button that acts. */
  readonly valid: MessageId;
  /** What the button does. */
  readonly ask: (words: PageTexts, link: EmailOfToken) => string;
  readonly button: (words: PageTexts) => string;
  readonly done: MessageId;
  /** What follows when it is done. */
  readonly after: (words: PageTexts) => string;
  /** What to do when the link is invalid. */
  readonly otherwise: (words: PageTexts) => string;
}

/** The page of a link that acts at the press of a button, because mail scanners open links. Its form is sent to the address of the page. */
const pageOf =
  ({ title, valid, ask, button, done, after, otherwise }: LinkPage): Page['render'] =>
  (answer, view) => {
    const { message, data } = answer;
    const words = pageTexts[view.locale];
    const contents: Readonly<Partial<Record<MessageId, () => string>>> = {
      [valid]: () => `${paragraph(ask(words, v.parse(OPERATIONS.checkEmail.output, data)))}
<form method="post">
<button>${escaped(button(words))}</button>
</form>`,
      [done]: () => paragraph(after(words)),
      [Invalid_token]: () => paragraph(otherwise(words)),
    };
    const content = contents[message] ?? (() => failureNotes(answer, view));
    return {
      title: title(words),
      ...(message === Invalid_token ? voidLink(words) : outcomeOfAnswer(answer, view)),
      content: content() + continueLink(view),
    };
  };

/** The page of the link to a new address. */
export const changeEmailPage = pageOf({
  title: (words) => words.changeEmailTitle,
  valid: Success.Email_change_valid,
  ask: (words, link) => words.askChangeEmail(link),
  button: (words) => words.changeEmail,
  done: Success.Email_changed,
  after: (words) => words.afterEmailChange,
  otherwise: (words) => words.changeEmailAgain,
});

/** The page of the link to the former address. */
export const emailBackPage = pageOf({
  title: (words) => words.emailBackTitle,
  valid: Success.Email_back_valid,
  ask: (words, link) => words.askEmailBack(link),
  button: (words) => words.takeEmailBack,
  done: Success.Email_taken_back,
  after: (words) => words.afterEmailBack,
  otherwise: (words) => words.emailBackAgain,
});
