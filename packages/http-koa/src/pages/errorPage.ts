import type { Page } from '../route.ts';
import { failureNotes, outcomeOfAnswer } from './answerParts.ts';
import { escaped } from './escaped.ts';
import { pageTexts } from './texts/index.ts';

/** A failure of a route without a page of its own, or of a path without a route. */
export const errorPage: Page['render'] = (answer, view) => {
  const words = pageTexts[view.locale];
  return {
    title: words.errorTitle(answer.status),
    ...outcomeOfAnswer(answer, view),
    content: `${failureNotes(answer, view)}
<p class="action"><a href="${escaped(view.home)}">${escaped(words.goHome)}</a></p>`,
  };
};
