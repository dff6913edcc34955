import { SURE_DIGITS, scanJson } from './jsonScan.ts';

/**
 * A number, as it was written, that a double cannot hold: beyond 2^53, too many digits, or out of range. It takes
 * the place of the number in the parsed value, so that each check of the value sees that the number differs.
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
 * Parses JSON so that no number changes unnoticed: a number that a double would change becomes an InexactNumber.
 * @throws RangeError when there are more tokens or inexact numbers than allowed, even if the text is no JSON;
 * SyntaxError when the text is no JSON
 */
export function parseJson(text: string, options: JsonOptions = {}): unknown {
  const steps = parseJsonInSteps(text, options);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Parses as `parseJson` does, in steps; other work can be done between two steps. The longest step is JSON.parse of
 * the whole text: the bound of tokens bounds it. It runs twice if there are inexact numbers.
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

/** The numbers that a double changes: the start and end of each, in the order of the text. */
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
 * A text that is JSON, with a string in the place of each inexact number. The strings begin with a mark that no
 * sender can foresee. A reviver, which sees literals, would take a second for a megabyte, and overflow the stack.
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

/**
 * Whether the double, written again, gives the number that was read: an integer digit for digit, else the same
 * value.
 */
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

/** The digits of a decimal without outer zeros. */
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

/** The value with an InexactNumber in the place of each marked string, without recursion. */
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
