/**
 * What the works that begin in one turn of the event loop may cost together. What follows waits for the next turn, in which the loop reads its
 * sockets and files again. A store in the process answers without a turn: without this, a thousand logins that arrive together would be
 * one turn of a second.
 */
const ROOM = 8;

const COSTS = {
  /** A request. It mostly takes a fraction of a millisecond. */
  short: 1,
  /** The reading of a chunk of a body that has its answer: one in a turn, and none in a turn that accepts a connection. */
  discard: 1,
  /** The check of a source code, a step of a large body, a page of a long list: some milliseconds. */
  long: ROOM,
} as const;

interface Waiting {
  readonly cost: number;
  readonly begin: () => void;
}

const waiting: Waiting[] = [];
const discards: Waiting[] = [];
let isPlanned = false;
let hasAccepted = false;

/** A connection was accepted in this turn. */
export function noteAccepted(): void {
  hasAccepted = true;
  plan();
}

/**
 * Resolves when work may begin, in the order of the calls: at the end of this turn or of a later one. No clock is read for it: works that
 * begin together cost the processor less than works between which the time is read (decision 0062).
 */
export function turn(length: keyof typeof COSTS): Promise<void> {
  return new Promise((begin) => {
    (length === 'discard' ? discards : waiting).push({ cost: COSTS[length], begin });
    plan();
  });
}

function plan(): void {
  if (isPlanned || (!hasAccepted && waiting.length + discards.length === 0)) return;
  isPlanned = true;
  setImmediate(beginSome);
}

function beginSome(): void {
  isPlanned = false;
  beginWithin(waiting, ROOM);
  if (!hasAccepted) beginWithin(discards, COSTS.discard);
  hasAccepted = false;
  plan();
}

/** Begins works from the front of the line while there is room for them. */
function beginWithin(line: Waiting[], room: number): void {
  let used = 0;
  let count = 0;
  for (const { cost } of line) {
    if (used + cost > room) break;
    used += cost;
    count += 1;
  }
  for (const { begin } of line.splice(0, count)) begin();
}

/** Work in short steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs each step in a turn of its own, so that other requests are answered in between. Works run one after the other, because many at
 * once would all be held half done.
 */
export function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const done = last.then(() => stepByStep(steps));
  last = done.catch(() => {}); // the caller of that work gets its error
  return done;
}

async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await turn('long');
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
