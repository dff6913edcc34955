import { Responses } from '@algotheque/domain';
import * as v from 'valibot';
import { HttpResponses, type MessageId, textOf } from './messages.ts';
import { type OutcomeState, type PageTexts, pageTexts } from './texts.ts';
import type { Outcome, PageAnswer, PageView, Render } from './view.ts';

/** Text escaped for HTML, for an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** "e-mail" stays on one line, but not in an address. */
export const worded = (text: string): string =>
  escaped(text).replace(/(?<![\w@.+-])e-mail(?![\w@-]|\.\w)/gi, '<span class="word">$&</span>');

/** In a square of 16: a circle with a tick, a circle with an i, a triangle with an exclamation mark. */
const LINES: Readonly<Record<OutcomeState, string>> = {
  done: '<circle cx="8" cy="8" r="7"/><path d="m5 8.5 2 2 4-5"/>',
  note: '<circle cx="8" cy="8" r="7"/><path d="M8 7.5v4M8 4.5v.01"/>',
  problem: '<path d="M8 1.5 15 14H1zM8 6v4M8 12v.01"/>',
};

/** Readers of screens leave it out, because the name of the state follows. */
export const signOf = (state: OutcomeState): string =>
  `<svg aria-hidden="true" viewBox="0 0 16 16">${LINES[state]}</svg>`;

export function outcomeOf({ state, text }: Outcome, words: PageTexts): string {
  const role = state === 'problem' ? 'alert' : 'status';
  const named = `<strong>${escaped(words.states[state])}.</strong> ${worded(text)}`;
  return `<p class="outcome ${state}" role="${role}">${signOf(state)}<span>${named}</span></p>`;
}

const { Success } = Responses.User;

const STATES: Readonly<Partial<Record<MessageId, OutcomeState>>> = {
  [Success.Confirmed]: 'done',
  [Success.Password_reset]: 'done',
  [Success.Email_changed]: 'done',
  [Success.Email_taken_back]: 'done',
  [Success.Invitations_refused]: 'done',
  [Success.Invitation_valid]: 'note',
  [Success.Confirmation_sent]: 'note',
  [Success.Recovery_sent]: 'note',
};

const ASKS: readonly MessageId[] = [
  HttpResponses.General.Success.Form,
  Success.Token_valid,
  Success.Email_change_valid,
  Success.Email_back_valid,
];

/** Nothing if the page only asks. */
export const outcomeOfAnswer = ({ message }: PageAnswer, { locale }: PageView): { readonly outcome?: Outcome } =>
  ASKS.includes(message) ? {} : { outcome: { state: STATES[message] ?? 'problem', text: textOf(message, locale) } };

/** Where a void link cannot be asked for again. */
export const outcomeOfVoidLink: typeof outcomeOfAnswer = (answer, view) =>
  answer.message === Responses.User.Invalid_token
    ? { outcome: { state: 'problem', text: pageTexts[view.locale].linkVoid } }
    : outcomeOfAnswer(answer, view);

const Named = v.object({ requestId: v.string() });

/** How long to wait, which request to ask about. */
export function failureNotes({ headers, data }: PageAnswer, { locale }: PageView): string {
  const words = pageTexts[locale];
  const seconds = Number(headers['Retry-After']);
  return [
    ...(seconds > 0 ? [`<p>${escaped(words.tryAgainIn(seconds))}</p>`] : []),
    ...(v.is(Named, data) ? [`<p class="quiet">${escaped(`${words.requestId} ${data.requestId}.`)}</p>`] : []),
  ].join('\n');
}

const Violations = v.array(v.object({ path: v.string(), rule: v.string() }));

export const violationsIn = ({ message, data }: PageAnswer): v.InferOutput<typeof Violations> =>
  message === Responses.General.Invalid_data && v.is(Violations, data) ? data : [];

const MOST_FIELDS = 10;

/** Nothing for other failures than missing or wrong fields. */
function fieldsNote(answer: PageAnswer, { locale }: PageView): string {
  const { missing, wrong } = pageTexts[locale];
  const absent = answer.headers['X-Missing-Fields'] ?? '';
  const violated = violationsIn(answer).map(({ path }) => path.slice(1));
  const named = [...new Set(violated)].filter((name) => name !== '').slice(0, MOST_FIELDS);
  if (absent !== '') return paragraph(`${missing} ${absent}.`);
  return named.length === 0 ? '' : paragraph(`${wrong} ${named.join(', ')}.`);
}

export const paragraph = (text: string): string => `<p>${worded(text)}</p>`;

export const continueLink = ({ locale, options: { appUrl } }: PageView): string =>
  appUrl === undefined
    ? ''
    : `\n<p class="action"><a href="${escaped(appUrl)}">${escaped(pageTexts[locale].goOn)}</a></p>`;

export const errorPage: Render = (answer, view) => {
  const words = pageTexts[view.locale];
  return {
    title: words.errorTitle(answer.status),
    ...outcomeOfAnswer(answer, view),
    content: `${fieldsNote(answer, view)}${failureNotes(answer, view)}
<p class="action"><a href="${escaped(view.home)}">${escaped(words.goHome)}</a></p>`,
  };
};
