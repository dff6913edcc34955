/** What one scan of a JSON text tells before it is parsed. */
export interface JsonScan {
  /** Values and names of members. The scan stops at one more than was asked for. */
  readonly tokens: number;
  /** Numbers that a double may not hold exactly: the start and end of each, in the order of the text. */
  readonly doubtful: readonly number[];
}

const [QUOTE, BACKSLASH, PLUS, MINUS, DOT] = [34, 92, 43, 45, 46];
const [ZERO, NINE] = [48, 57];
const [SQUARE, CURLY] = [91, 123];

/** A decimal with this many digits survives a double unchanged, unless its exponent is out of range. */
export const SURE_DIGITS = 15;

/** Scans a text once, without building anything. It does not check that the text is JSON. */
export function scanJson(text: string, maxTokens: number): JsonScan {
  const doubtful: number[] = [];
  let tokens = 0;
  for (let at = 0; at < text.length && tokens <= maxTokens; ) {
    const code = text.charCodeAt(at);
    if (isBetween(code)) {
      at += 1;
      continue;
    }
    tokens += 1;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) at = endOfNumber(text, at, doubtful);
    else at = code === SQUARE || code === CURLY ? at + 1 : endOfWord(text, at);
  }
  return { tokens, doubtful };
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isExponent = (code: number): boolean => (code | 32) === 101;

/** What stands between values: spaces, commas, colons, ends of containers. */
const isBetween = (code: number): boolean => code <= 32 || code === 44 || code === 58 || code === 93 || code === 125;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isLetter(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfNumber(text: string, start: number, doubtful: number[]): number {
  let digits = 0;
  let hasExponent = false;
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (isExponent(code)) hasExponent = true;
    else if (code !== DOT && code !== MINUS && code !== PLUS) break;
  }
  const isNegativeZero = at === start + 2 && text.charCodeAt(start) === MINUS && text.charCodeAt(start + 1) === ZERO;
  if (hasExponent || digits > SURE_DIGITS || isNegativeZero) doubtful.push(start, at);
  return at;
}
