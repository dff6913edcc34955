/** Letters that have no canonical decomposition, as readers of French, the Nordic languages and Polish type them without accents. */
const LETTERS: Readonly<Record<string, string>> = {
  '\u00df': 'ss',
  '\u00e6': 'ae',
  '\u00f0': 'd',
  '\u00f8': 'o',
  '\u0111': 'd',
  '\u0131': 'i',
  '\u0142': 'l',
  '\u0153': 'oe',
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Combining diacritical marks: the accents of Latin, Greek and Cyrillic letters. The vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f]/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** How many code points of a name decide its place in a list. */
const KEY_POINTS = 100;

/** How much of a text without its compositions is folded: four times as much as a name has, because some characters become eighteen. */
const MOST_FOLDED = 1_024;

/** The text without regard to case and accents: in the compatibility form of Unicode, in lower case. What follows in one that becomes very long is left out. */
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

/** The words of a text, each once, in their order: runs of letters and digits, folded. */
export function wordsOf(text: string): readonly string[] {
  return [...new Set(folded(text).match(WORD) ?? [])];
}

/** The text by which names are sorted, code point by code point: the first 100 code points of the folded name. */
export function nameKey(nom: string): string {
  const key = folded(nom);
  return key.length <= KEY_POINTS ? key : [...key].slice(0, KEY_POINTS).join('');
}

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
