import { ownTurn } from './turns.ts';

/** Work in steps, none of which takes long. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps now. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

let last: Promise<void> = Promise.resolve();

/**
 * Does each step in a turn of the event loop of its own, so that other requests are answered in between, and begins when the
 * works that were given before are done: many at once would all be held half done.
 */
export function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const done = last.then(() => stepByStep(steps));
  last = done.then(
    () => {},
    () => {}, // whoever gave the work gets its error
  );
  return done;
}

async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await ownTurn();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
