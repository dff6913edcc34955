type Kind = 'digit' | 'upper' | 'lower' | 'unspaced' | 'letter' | 'mark' | 'other';

/** Scripts in which no blank is between two words: each of their characters begins one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['lower', /\p{Ll}/u],
  ['upper', /\p{Lu}/u],
  ['digit', /\p{N}/u],
  ['mark', /\p{M}/u],
  ['unspaced', UNSPACED],
  ['letter', /\p{L}/u],
];

const kindOf = (point: string): Kind => KINDS.find(([, pattern]) => pattern.test(point))?.[0] ?? 'other';

/**
 * The name with a NUL before each word that begins within a run of letters and digits: `quick|Sort`, `XML|Parser`, `v|2|sort`, and before
 * each character of a script without blanks.
 */
export function withBeginnings(name: string): string {
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
