/**
 * How long the works that begin in one turn of the event loop may take together, in milliseconds. What follows waits for the next turn,
 * in which the loop reads its sockets and files again. A store in the process answers without a turn: without this, a thousand logins
 * that arrive together would be one turn of a second.
 */
const BUDGET_MS = 4;

const waiting: (() => void)[] = [];
/** When the first work of this turn began; null if there was none yet. */
let begunAt: number | null = null;
/** Whether the work that was begun last may still be under way. */
let isBusy = false;

/** Resolves when work may begin: now, if nothing waits and this turn has time left, else in a later turn, in the order of the calls. */
export function turn(): Promise<void> {
  if (waiting.length === 0 && !isBusy && hasTime()) {
    isBusy = true;
    process.nextTick(() => {
      isBusy = false;
    });
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(beginOne);
  });
}

/** Runs once for each that waits, so that the work of one has ended before the time is read for the next. */
function beginOne(): void {
  if (hasTime()) waiting.shift()?.();
  else setImmediate(beginOne);
}

function hasTime(): boolean {
  if (begunAt !== null) return performance.now() - begunAt < BUDGET_MS;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return true;
}

/** Work in short steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs each step when it may begin, so that other requests are answered in between. Works run one after the other, because many at
 * once would all be held half done.
 */
export function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const done = last.then(() => stepByStep(steps));
  last = done.catch(() => {}); // the caller of that work gets its error
  return done;
}

async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await turn();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
