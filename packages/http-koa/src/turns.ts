import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** In the order of the calls. Works of some milliseconds that become ready together would be one long turn. */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}

export type Steps<Result> = Generator<undefined, Result, undefined>;

let work: Promise<unknown> = Promise.resolve();

/** Runs each step in a turn of its own. Works run one after the other, because many at once would all be held half done. */
export function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const done = work.then(() => stepByStep(steps));
  work = done.catch(() => {}); // the caller of that work gets its error
  return done;
}

async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await ownTurn();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
