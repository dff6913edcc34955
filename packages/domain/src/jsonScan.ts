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

/** How many characters one step scans. */
const STEP_CHARACTERS = 1_048_576;

/** Scans a text once, in steps, without building anything. It does not check that the text is JSON. */
export function* scanJson(
  text: string,
  maxTokens: number,
  stepCharacters = STEP_CHARACTERS,
): Generator<undefined, JsonScan, undefined> {
  const doubtful: number[] = [];
  let tokens = 0;
  let stop = stepCharacters;
  for (let at = 0; at < text.length && tokens <= maxTokens; ) {
    if (at >= stop) {
      yield;
      stop = at + stepCharacters;
    }
    const code = text.charCodeAt(at);
    if (isBetween(code)) {
      at += 1;
      continue;
    }
    tokens += 1;
    const start = at;
    const isNumber = code === MINUS || isDigit(code);
    const endIn = endFinder(code, isNumber);
    at = endIn(text, start + 1, stop);
    while (at >= stop && at < text.length) {
      yield;
      stop = at + stepCharacters;
      at = endIn(text, at, stop);
    }
    if (code === QUOTE) at += 1;
    if (isNumber && isDoubtful(text, start, at)) doubtful.push(start, at);
  }
  return { tokens, doubtful };
}

type EndFinder = (text: string, from: number, stop: number) => number;

function endFinder(code: number, isNumber: boolean): EndFinder {
  if (code === QUOTE) return endOfString;
  if (isNumber) return endOfNumber;
  return code === SQUARE || code === CURLY ? atOnce : endOfWord;
}

const atOnce: EndFinder = (_text, from) => from;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isExponent = (code: number): boolean => (code | 32) === 101;

const isBetween = (code: number): boolean => code <= 32 || code === 44 || code === 58 || code === 93 || code === 125;

const endOfString: EndFinder = (text, from, stop) => {
  let at = from;
  for (; at < stop && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return at;
};

const endOfWord: EndFinder = (text, from, stop) => {
  let at = from;
  while (at < stop && isLetter(text.charCodeAt(at))) at += 1;
  return at;
};

const endOfNumber: EndFinder = (text, from, stop) => {
  let at = from;
  while (at < stop && isNumberPart(text.charCodeAt(at))) at += 1;
  return at;
};

const isNumberPart = (code: number): boolean =>
  isDigit(code) || isExponent(code) || code === DOT || code === MINUS || code === PLUS;

function isDoubtful(text: string, start: number, end: number): boolean {
  if (end - start > SURE_DIGITS + 2) return true;
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isExponent(code)) return true;
    if (isDigit(code)) digits += 1;
  }
  const isNegativeZero = end === start + 2 && text.charCodeAt(start) === MINUS && text.charCodeAt(start + 1) === ZERO;
  return digits > SURE_DIGITS || isNegativeZero;
}
