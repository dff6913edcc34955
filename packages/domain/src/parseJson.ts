import { SURE_DIGITS, scanJson } from './jsonScan.ts';

/**
 * Takes the place of a number that a double cannot hold, so that each check of the value sees that it differs. `literal`: as it was
 * written.
 */
export class InexactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

export interface JsonOptions {
  /** The most values and names of members. A text with more is not parsed. Default: any number. */
  readonly maxTokens?: number;
  /** The most numbers that a double would change. A text with more is not parsed. Default: any number. */
  readonly maxInexact?: number;
  /** Whether a number that a double would change becomes an InexactNumber. Default: true. */
  readonly exact?: boolean;
}

/**
 * A number that a double would change becomes an InexactNumber.
 * @throws RangeError when there are more tokens or inexact numbers than allowed, even if the text is no JSON; SyntaxError
 */
export function parseJson(text: string, options: JsonOptions = {}): unknown {
  const steps = parseJsonInSteps(text, options);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * As `parseJson`, in steps between which other work can be done. The longest is JSON.parse of the whole text, which runs twice if there are
 * inexact numbers.
 */
export function* parseJsonInSteps(
  text: string,
  { maxTokens = Infinity, maxInexact = Infinity, exact = true }: JsonOptions = {},
): Generator<undefined, unknown, undefined> {
  const { tokens, doubtful } = yield* scanJson(text, maxTokens);
  if (tokens > maxTokens) throw new RangeError(`The JSON holds more than ${maxTokens} values and names`);
  yield;
  const inexact = exact ? yield* inexactAmong(text, doubtful, maxInexact) : [];
  const plain: unknown = JSON.parse(text); // runs also when there are marks: they could turn a wrong text into JSON
  if (inexact.length === 0) return plain;
  yield;
  const mark = crypto.randomUUID().slice(0, MARK_LENGTH);
  const marked: unknown = JSON.parse(withMarks(text, inexact, mark));
  yield;
  return unmarked(marked, mark);
}

// How many characters one step scans; a short number counts as 16 characters more, because it costs as much.
const STEP_CHARACTERS = 262_144;
const NUMBER_CHARACTERS = 16;

function* inexactAmong(
  text: string,
  doubtful: readonly number[],
  maxInexact: number,
): Generator<undefined, readonly number[], undefined> {
  const inexact: number[] = [];
  let left = STEP_CHARACTERS;
  for (let at = 0; at < doubtful.length; at += 2) {
    const [start = 0, end = 0] = [doubtful[at], doubtful[at + 1]];
    if (!isExact(text.slice(start, end))) inexact.push(start, end);
    if (inexact.length > 2 * maxInexact) {
      throw new RangeError(`The JSON holds more than ${maxInexact} numbers that would change`);
    }
    left -= end - start + NUMBER_CHARACTERS;
    if (left > 0) continue;
    left = STEP_CHARACTERS;
    yield;
  }
  return inexact;
}

// 48 bits and a dash. A longer mark takes more time when there are many.
const MARK_LENGTH = 14;

/**
 * A text with a string in the place of each inexact number, that begins with a mark which no sender can foresee. A reviver would take a
 * second for a megabyte, and overflow the stack.
 */
function withMarks(text: string, inexact: readonly number[], mark: string): string {
  let marked = '';
  let done = 0;
  for (let at = 0; at < inexact.length; at += 2) {
    const [start = 0, end = 0] = [inexact[at], inexact[at + 1]];
    marked += `${text.slice(done, start)}"${mark}${text.slice(start, end)}"`;
    done = end;
  }
  return marked + text.slice(done);
}

const MIN_NORMAL = 2.2250738585072014e-308;

/** Whether the double, written again, gives the number that was read: an integer digit for digit, else the same value. */
function isExact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  const written = String(value); // as JSON writes it, but faster
  if (literal === written) return true;
  if (/^-?\d+$/.test(literal)) return false;
  if (!/[eE]/.test(literal) && withoutTrailingZeros(literal) === written) return true;
  const isNormal = Math.abs(value) >= MIN_NORMAL;
  if (isNormal && literal.length <= SURE_DIGITS) return true;
  const digits = digitsOf(literal);
  if (isNormal && digits.length <= SURE_DIGITS) return true;
  return digits === digitsOf(written); // a double is never ten times the number that was read
}

function digitsOf(literal: string): string {
  const [, integerPart = '', fraction = ''] = /(\d+)(?:\.(\d+))?/.exec(literal) ?? [];
  return withoutTrailingZeros((integerPart + fraction).replace(/^0+/, ''));
}

// A regular expression would try again at each zero of a long run: a megabyte of zeros took minutes.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

type Container = unknown[] | Record<string, unknown>;

function unmarked(value: unknown, mark: string): unknown {
  const root = [value];
  const open: Container[] = [root];
  const exact = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) open.push(value as Container); // a value that JSON.parse made
    return typeof value === 'string' && value.startsWith(mark) ? new InexactNumber(value.slice(mark.length)) : value;
  };
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    // Each is an own key, even `__proto__`, so an assignment sets no prototype.
    if (Array.isArray(container)) for (let at = 0; at < container.length; at += 1) container[at] = exact(container[at]);
    else for (const key of Object.keys(container)) container[key] = exact(container[key]);
  }
  return root[0];
}
