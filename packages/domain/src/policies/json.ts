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

// What a double may not hold: 16 digits or more, a fraction, an exponent, a negative zero. Matches within strings as
// well; that costs time only.
const SUSPICIOUS = /\d{16}|\d[.eE]|-0/;

/**
 * Parses JSON so that no number changes unseen: what a double would change becomes an InexactNumber.
 * @throws SyntaxError when the text is no JSON
 */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!SUSPICIOUS.test(text) || isDeeperThan(plain, MAX_REVIVED_DEPTH)) return plain;
  return JSON.parse(text, keepExact);
}

// JSON.parse is iterative, its reviver recursive. Deeper than this nothing is accepted anyway.
const MAX_REVIVED_DEPTH = 512;

function keepExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return isExact(context.source, value) ? value : new InexactNumber(context.source);
}

/** Whether writing the double again gives the number that was read: an integer digit for digit, else the same value. */
function isExact(literal: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const written = JSON.stringify(value);
  if (/^-?\d+$/.test(literal)) return literal === written;
  return canonical(literal) === canonical(written);
}

/** A decimal as sign, digits without outer zeros, and exponent: equal for equal values. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}

// An expression for it would try again at each zero of a long run: a megabyte of them took minutes.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Whether containers nest deeper than `limit`, without recursion. The root is depth 1. */
function isDeeperThan(root: unknown, limit: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > limit) return true;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
  return false;
}
