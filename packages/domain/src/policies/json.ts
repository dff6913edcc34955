import { type JsonScan, SURE_DIGITS, scanJson } from './jsonScan.ts';

/**
 * A number as it was written that no double holds: beyond 2^53, too many digits, or out of range. It stands in the
 * parsed value where the number stood, so that whatever checks the value sees that it is not what was sent.
 */
export class InexactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

export interface JsonOptions {
  /** How many values and names of members there may be: what more would cost is not begun. Default: any number. */
  readonly maxTokens?: number;
  /** Whether a number that a double would change becomes an InexactNumber. Default: true. */
  readonly exact?: boolean;
}

/**
 * Parses JSON so that no number changes unseen: what a double would change becomes an InexactNumber.
 * @throws RangeError when there are more tokens than may be, whatever they are; SyntaxError when the text is no JSON
 */
export function parseJson(text: string, { maxTokens = Infinity, exact = true }: JsonOptions = {}): unknown {
  const scan = scanJson(text, maxTokens);
  if (scan.tokens > maxTokens) throw new RangeError(`The JSON holds more than ${maxTokens} values and names`);
  const plain: unknown = JSON.parse(text);
  if (!exact) return plain;
  const mark = crypto.randomUUID().slice(0, MARK_LENGTH);
  const marked = withMarks(text, scan, mark);
  return marked === null ? plain : unmarked(JSON.parse(marked), mark);
}

// 48 bits and a dash: the longer it is, the longer many of them take.
const MARK_LENGTH = 14;

/**
 * A text that is JSON, with a string in the place of each number that a double would change, or null where there is none.
 * The strings begin with a mark that nobody can have foreseen: a reviver, which sees literals, costs a second a megabyte,
 * and overflows the stack.
 */
function withMarks(text: string, { doubtful }: JsonScan, mark: string): string | null {
  let marked = '';
  let done = 0;
  for (let at = 0; at < doubtful.length; at += 2) {
    const [start = 0, end = 0] = [doubtful[at], doubtful[at + 1]];
    const literal = text.slice(start, end);
    if (isExact(literal)) continue;
    marked += `${text.slice(done, start)}"${mark}${literal}"`;
    done = end;
  }
  return done === 0 ? null : marked + text.slice(done);
}

const MIN_NORMAL = 2.2250738585072014e-308;

/** Whether writing the double again gives the number that was read: an integer digit for digit, else the same value. */
function isExact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  const written = String(value); // as JSON writes it, and sooner
  if (literal === written) return true;
  if (/^-?\d+$/.test(literal)) return false;
  if (!/[eE]/.test(literal) && withoutTrailingZeros(literal) === written) return true;
  const isNormal = Math.abs(value) >= MIN_NORMAL;
  if (isNormal && literal.length <= SURE_DIGITS) return true;
  const { digits, power } = decimal(literal);
  if (isNormal && digits.length <= SURE_DIGITS) return true;
  const other = decimal(written);
  return digits === other.digits && (power === other.power || digits === '');
}

/** A decimal without its sign, which a double keeps: digits without outer zeros, and the power of ten of the last one. */
function decimal(literal: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const written = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(written);
  return { digits, power: Number(exponent) - fraction.length + written.length - digits.length };
}

// An expression for it would try again at each zero of a long run: a megabyte of them took minutes.
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
    if (typeof value === 'object' && value !== null) open.push(value as Container); // of what JSON.parse makes
    return typeof value === 'string' && value.startsWith(mark) ? new InexactNumber(value.slice(mark.length)) : value;
  };
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    // Each is an own key, even `__proto__`, so that writing it sets no prototype.
    if (Array.isArray(container)) for (let at = 0; at < container.length; at += 1) container[at] = exact(container[at]);
    else for (const key of Object.keys(container)) container[key] = exact(container[key]);
  }
  return root[0];
}
