import { escaped, worded } from './escaped.ts';
import type { PageTexts, State } from './texts/index.ts';

/** What a page tells: a state, and the text for it. */
export interface Outcome {
  readonly state: State;
  readonly text: string;
}

/** Lines in a square of 16: a circle with a tick, a circle with an i, a triangle with an exclamation mark. Their colour is that of the text. */
const LINES: Readonly<Record<State, string>> = {
  done: '<circle cx="8" cy="8" r="7"/><path d="m5 8.5 2 2 4-5"/>',
  note: '<circle cx="8" cy="8" r="7"/><path d="M8 7.5v4M8 4.5v.01"/>',
  problem: '<path d="M8 1.5 15 14H1zM8 6v4M8 12v.01"/>',
};

/** HTML: the sign of a state. Readers of screens leave it out, because the name of the state follows. */
export const signOf = (state: State): string => `<svg aria-hidden="true" viewBox="0 0 16 16">${LINES[state]}</svg>`;

/** HTML: the state of a page by sign, word and colour, and its text. */
export function outcomeOf({ state, text }: Outcome, words: PageTexts): string {
  const role = state === 'problem' ? 'alert' : 'status';
  const named = `<strong>${escaped(words.states[state])}.</strong> ${worded(text)}`;
  return `<p class="outcome ${state}" role="${role}">${signOf(state)}<span>${named}</span></p>`;
}
