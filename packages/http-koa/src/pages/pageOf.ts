import type { MessageId } from '../httpResponses.ts';
import type { Res } from '../responseKinds.ts';
import type { Page, PageView } from '../route.ts';
import { continueLink, failureNotes, outcomeOfAnswer } from './parts.ts';
import { type PageTexts, pageTexts } from './texts/index.ts';

/** HTML: what a page has below its heading and its outcome. */
export type Content = (answer: Res, view: PageView, words: PageTexts) => string;
export type Contents = Readonly<Partial<Record<MessageId, Content>>>;

export const each = (messages: readonly MessageId[], content: Content): Contents =>
  Object.fromEntries(messages.map((message) => [message, content]));

/**
 * A page with the content for the message of its answer; for all others with what a person can do about a failure.
 * @param outcomeIn default: what the page says of every such answer
 */
export const pageOf =
  (titleIn: (words: PageTexts) => string, contents: Contents, outcomeIn = outcomeOfAnswer): Page['render'] =>
  (answer, view) => {
    const words = pageTexts[view.locale];
    const content = contents[answer.message] ?? failureNotes;
    return {
      title: titleIn(words),
      ...outcomeIn(answer, view),
      content: content(answer, view, words) + continueLink(view),
    };
  };
