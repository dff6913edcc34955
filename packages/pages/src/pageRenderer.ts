import { Responses } from '@algotheque/domain';
import { HttpResponses, type MessageId } from './messages.ts';
import {
  continueLink,
  escaped,
  failureNotes,
  outcomeOfAnswer,
  paragraph,
  signOf,
  violationsIn,
  worded,
} from './parts.ts';
import { type PageTexts, pageTexts } from './texts.ts';
import type { PageAnswer, PageView, Render } from './view.ts';

/** HTML: what a page has below its heading and its outcome. */
export type PageContent = (answer: PageAnswer, view: PageView, words: PageTexts) => string;
export type PageContents = Readonly<Partial<Record<MessageId, PageContent>>>;

export const each = (messages: readonly MessageId[], content: PageContent): PageContents =>
  Object.fromEntries(messages.map((message) => [message, content]));

/**
 * With the content for the message of its answer; for all others with what a person can do about a failure.
 * @param outcomeIn default: what the page says of every such answer
 * @param leadsOn the answers whose content has the link to go on. Default: none, and all have that to the front end
 */
export const pageRenderer =
  (
    titleIn: (words: PageTexts) => string,
    contents: PageContents,
    outcomeIn = outcomeOfAnswer,
    leadsOn: readonly MessageId[] = [],
  ): Render =>
  (answer, view) => {
    const words = pageTexts[view.locale];
    const content = contents[answer.message] ?? failureNotes;
    return {
      title: titleIn(words),
      ...outcomeIn(answer, view),
      content: content(answer, view, words) + (leadsOn.includes(answer.message) ? '' : continueLink(view)),
    };
  };

/** In the query of a page on which a password is seen while it is typed. */
export const SHOW_TYPED = 'show=typed';

interface Field {
  readonly name: 'email' | 'password';
  readonly label: string;
  /** HTML: further attributes. */
  readonly attributes: string;
  /** Text: what the field takes. */
  readonly hint?: string;
}

/** HTML, with the rules that the field violates in the answer. */
export function fieldOf({ name, label, attributes, hint }: Field, answer: PageAnswer, words: PageTexts): string {
  const problems = problemsOf(name, answer, words);
  const hintId = `${name}-hint`;
  const problemId = `${name}-problem`;
  const notes = [
    ...(hint === undefined ? [] : [{ id: hintId, html: `<p class="hint" id="${hintId}">${worded(hint)}</p>` }]),
    ...(problems === '' ? [] : [{ id: problemId, html: problemNote(problemId, problems, words) }]),
  ];
  const described = notes.length === 0 ? '' : ` aria-describedby="${notes.map(({ id }) => id).join(' ')}"`;
  const invalid = problems === '' ? '' : ' aria-invalid="true" autofocus';
  return [
    `<label for="${name}">${worded(label)}</label>`,
    ...notes.map(({ html }) => html),
    `<input id="${name}" name="${name}" ${attributes}${described}${invalid} required>`,
  ].join('\n');
}

const problemNote = (id: string, problems: string, words: PageTexts): string =>
  `<p class="error" id="${id}">${signOf('problem')}<span><strong>${escaped(words.problemLabel)}</strong> ${worded(problems)}</span></p>`;

function problemsOf(name: string, answer: PageAnswer, { rules, otherRule }: PageTexts): string {
  if (answer.message === Responses.General.Missing_data) return rules.required;
  if (answer.message !== Responses.General.Invalid_data) return '';
  const known = new Map(Object.entries(rules));
  const violated = violationsIn(answer).filter(({ path }) => path === `/${name}`);
  return violated.map(({ rule }) => known.get(rule) ?? otherRule).join(' ') || otherRule;
}

const WITH_FORM: readonly MessageId[] = [
  HttpResponses.General.Success.Form,
  Responses.User.Invalid_token,
  Responses.General.Missing_data,
  Responses.General.Invalid_data,
];

/** @param path of the route that takes the form, below its group */
export const linkForm = (path: '/confirm' | '/recover'): PageContents =>
  each(WITH_FORM, (answer, { base, query, typedEmail = '' }, words) => {
    const typed = typedEmail === '' ? '' : ` value="${escaped(typedEmail)}"`;
    const attributes = `type="email" autocomplete="email"${typed}`;
    return `${paragraph(words.askForLink)}
<form method="post" action="${escaped(base + path + query)}">
${fieldOf({ name: 'email', label: words.email, attributes }, answer, words)}
<button>${escaped(words.sendLink)}</button>
</form>`;
  });

export const mailSteps: PageContent = (_answer, _view, words) => words.mailSteps.map(paragraph).join('\n');
