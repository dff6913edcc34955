import { Responses } from '@algotheque/domain';
import * as v from 'valibot';
import { HttpResponses, type MessageId } from '../httpResponses.ts';
import { textOf } from '../httpTexts.ts';
import type { Res } from '../responseKinds.ts';
import type { PageView } from '../route.ts';
import { escaped, worded } from './escaped.ts';
import type { Outcome } from './outcome.ts';
import { pageTexts, type State } from './texts/index.ts';

const { Success, Already_confirmed } = Responses.User;

/** The states of answers that are no problem. */
const STATES: Readonly<Partial<Record<MessageId, State>>> = {
  [Success.Confirmed]: 'done',
  [Success.Password_reset]: 'done',
  [Success.Email_changed]: 'done',
  [Success.Email_taken_back]: 'done',
  [Success.Confirmation_sent]: 'note',
  [Success.Recovery_sent]: 'note',
  [Already_confirmed]: 'note',
};

/** With these answers a page has only a form. */
const ASKS: readonly MessageId[] = [
  HttpResponses.General.Success.Form,
  Success.Token_valid,
  Success.Email_change_valid,
  Success.Email_back_valid,
];

/** What a page tells of an answer, before its content; nothing if it only asks. */
export const outcomeOfAnswer = ({ message }: Res, { locale }: PageView): { readonly outcome?: Outcome } =>
  ASKS.includes(message) ? {} : { outcome: { state: STATES[message] ?? 'problem', text: textOf(message, locale) } };

const Named = v.object({ requestId: v.string() });

/** HTML: what a person can do about a failure, if the answer says it: how long to wait, which request to ask about. */
export function failureNotes({ headers, data }: Res, { locale }: PageView): string {
  const words = pageTexts[locale];
  const seconds = Number(headers['Retry-After']);
  return [
    ...(seconds > 0 ? [`<p>${escaped(words.tryAgainIn(seconds))}</p>`] : []),
    ...(v.is(Named, data) ? [`<p class="quiet">${escaped(`${words.requestId} ${data.requestId}.`)}</p>`] : []),
  ].join('\n');
}

/** HTML: a paragraph. */
export const paragraph = (text: string): string => `<p>${worded(text)}</p>`;
