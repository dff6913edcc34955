import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own: no other caller gets the same one. Long answers, large bodies
 * and source codes to check take turns with each other and with all other work. Otherwise, with a store in the
 * process that answers without a turn, one fast client could use all of the time.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
