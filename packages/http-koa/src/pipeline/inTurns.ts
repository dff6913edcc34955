import { ownTurn } from './turns.ts';

/** Work in short steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps now. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

let last: Promise<void> = Promise.resolve();

/**
 * Runs each step in its own turn of the event loop, so that other requests are answered in between. Works run one
 * after the other, because many at once would all be held half done.
 */
export function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const done = last.then(() => stepByStep(steps));
  last = done.then(
    () => {},
    () => {}, // the caller of that work gets its error
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
