import { Responses } from '@algotheque/domain';
import { HttpResponses, type MessageId } from '../httpResponses.ts';
import type { Res } from '../responseKinds.ts';
import { type Content, type Contents, each } from './pageOf.ts';
import { escaped, paragraph, signOf, violationsIn, worded } from './parts.ts';
import type { PageTexts } from './texts/index.ts';

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

/** HTML: a field with its label, its hint, and the rules that it violates in the answer. */
export function fieldOf({ name, label, attributes, hint }: Field, answer: Res, words: PageTexts): string {
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

/** The texts of the rules that a field violates; empty if it violates none. */
function problemsOf(name: string, answer: Res, { rules, otherRule }: PageTexts): string {
  if (answer.message === Responses.General.Missing_data) return rules.required;
  if (answer.message !== Responses.General.Invalid_data) return '';
  const known = new Map(Object.entries(rules));
  const violated = violationsIn(answer).filter(({ path }) => path === `/${name}`);
  return violated.map(({ rule }) => known.get(rule) ?? otherRule).join(' ') || otherRule;
}

/** With these answers a person may want a link. */
const WITH_FORM: readonly MessageId[] = [
  HttpResponses.General.Success.Form,
  Responses.User.Invalid_token,
  Responses.General.Missing_data,
  Responses.General.Invalid_data,
];

/** The form that asks for a link, where one helps. @param path of the route that takes the form, below its group */
export const linkForm = (path: '/confirm' | '/recover'): Contents =>
  each(WITH_FORM, (answer, { base, query, typedEmail = '' }, words) => {
    const typed = typedEmail === '' ? '' : ` value="${escaped(typedEmail)}"`;
    const attributes = `type="email" autocomplete="email"${typed}`;
    return `${paragraph(words.askForLink)}
<form method="post" action="${escaped(base + path + query)}">
${fieldOf({ name: 'email', label: words.email, attributes }, answer, words)}
<button>${escaped(words.sendLink)}</button>
</form>`;
  });

/** What to do when a mail was asked for. */
export const mailSteps: Content = (_answer, _view, words) => words.mailSteps.map(paragraph).join('\n');
