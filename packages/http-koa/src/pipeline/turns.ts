import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that nobody else who asks gets. Long answers, large bodies
 * and sources to check take turns with each other and with all else: a store in the process answers without one, and a fast
 * client takes all there is.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
