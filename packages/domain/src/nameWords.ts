/** Letters that have no canonical decomposition, as readers of French, the Nordic languages, Polish and Greek type them elsewhere. */
const LETTERS: Readonly<Record<string, string>> = {
  '\u00df': 'ss',
  '\u00e6': 'ae',
  '\u00f0': 'd',
  '\u00f8': 'o',
  '\u0111': 'd',
  '\u0131': 'i',
  '\u0142': 'l',
  '\u0153': 'oe',
  '\u03c2': '\u03c3', // the sigma at the end of a word
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Combining diacritical marks: the accents of Latin, Greek and Cyrillic letters. The vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Runs of letters and digits, with a NUL where a word begins in one. */
const RUN = /[\p{L}\p{M}\p{N}\0]+/gu;

/** No usual name has more words. The index has a row for each. */
const MOST_WORDS = 64;
/** As much of a word is looked up. */
const WORD_POINTS = 24;

/** How many code points of a name decide its place in a list. */
const KEY_POINTS = 100;

/** How much of a text without its compositions is folded: four times as much as a name has, because some characters become eighteen. */
const MOST_FOLDED = 1_024;

/** The text in the compatibility form of Unicode and in lower case, without accents. A very long one is cut. */
export function folded(text: string): string {
  const lower = text
    .normalize('NFKD')
    .slice(0, MOST_FOLDED)
    .toWellFormed()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '');
  return lower.replace(LETTER, (letter) => LETTERS[letter] ?? letter).normalize('NFC');
}

/**
 * The words by which a name is found, each once: the first 24 code points from each beginning of a word in a run of letters and digits,
 * folded. `quickSort` has `quicksort` and `sort`. At most the first 64.
 */
export function wordsOf(name: string): readonly string[] {
  const words = new Set<string>();
  for (const run of runsOf(withBeginnings(name))) {
    const parts = run.split('\0').filter((part) => part !== '');
    for (const index of parts.keys()) {
      const word = shortened(parts.slice(index, index + WORD_POINTS).join(''));
      words.add(word);
      if (words.size === MOST_WORDS) return [...words];
    }
  }
  return [...words];
}

/**
 * The folded runs of letters and digits of a search: a name is found if each of them begins one of its words. They are folded as those
 * of a name, part by part: letters of Korean that stand apart would be joined in one, and begin no word of a name.
 */
export const searchedWords = (text: string): readonly string[] => [
  ...new Set(runsOf(withBeginnings(text)).map((run) => shortened(run.replaceAll('\0', '')))),
];

const runsOf = (text: string): readonly string[] => folded(text).match(RUN) ?? [];

const shortened = (word: string): string =>
  word.length <= WORD_POINTS ? word : [...word].slice(0, WORD_POINTS).join('');

/** The key by which lists are in the order of names: the folded name, cut to 100 code points. */
export function nameKey(nom: string): string {
  const key = folded(nom);
  return key.length <= KEY_POINTS ? key : [...key].slice(0, KEY_POINTS).join('');
}

/** A text that comes behind every key that begins with this one, as `compareTexts` compares. */
export const behindKeys = (start: string): string => start + '\u{10ffff}'.repeat(KEY_POINTS + 1);

/** Compares two texts code point by code point, as the bytes of their UTF-8 compare. */
export function compareTexts(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return one.length - other.length;
}

/** A half of a code point above U+FFFF, which comes after all others. */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

type Kind = 'digit' | 'upper' | 'lower' | 'unspaced' | 'letter' | 'mark' | 'other';

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The marks of half-width kana are letters in Unicode. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['mark', /[\p{M}\uff9e\uff9f]/u],
  ['lower', /\p{Ll}/u],
  ['upper', /\p{Lu}/u],
  ['digit', /\p{N}/u],
  ['unspaced', UNSPACED],
  ['letter', /\p{L}/u],
];

const kindOf = (point: string): Kind => KINDS.find(([, pattern]) => pattern.test(point))?.[0] ?? 'other';

/**
 * The name with a NUL before each word that begins within a run: `quick|Sort`, `XML|Parser`, `v|2|sort`, and before each character of a
 * script without blanks.
 */
function withBeginnings(name: string): string {
  const points = [...name.normalize('NFC').replaceAll('\0', ' ')];
  const kinds = points.map(kindOf);
  let before: Kind = 'other';
  return points
    .map((point, at) => {
      const kind = kinds[at] ?? 'other';
      if (kind === 'mark') return point; // it belongs to the character before it
      const begins = beginsWord(before, kind, kinds[at + 1]);
      before = kind;
      return begins ? `\0${point}` : point;
    })
    .join('');
}

function beginsWord(before: Kind, kind: Kind, after: Kind | undefined): boolean {
  if (before === 'other' || kind === 'other') return false;
  if (before === 'unspaced' || kind === 'unspaced') return true;
  if ((before === 'digit') !== (kind === 'digit')) return true;
  return kind === 'upper' && (before === 'lower' || (before === 'upper' && after === 'lower'));
}
