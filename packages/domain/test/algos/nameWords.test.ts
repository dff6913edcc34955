import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, folded, nameKey, searchedWords, wordsOf } from '../../src/nameWords.ts';

const HALF_WIDTH_KANA = fc.integer({ min: 0xff65, max: 0xff9f }).map((point) => String.fromCodePoint(point));
const unit = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  HALF_WIDTH_KANA,
);
const text = fc.string({ unit, maxLength: 40, size: 'max' });

describe('the words of a name', () => {
  it.each([
    ['Tri à bulles', ['tri', 'a', 'bulles']],
    ['TRI-rapide (v2)', ['tri', 'rapide', 'v2', '2']],
    ['Œuvre, cœur & straße', ['oeuvre', 'coeur', 'strasse']],
    ['e\u0301toile étoile ETOILE', ['etoile']],
    ['Ελλάδα Чехова ΟΔΟΣ', ['ελλαδα', 'чехова', 'οδοσ']],
    ['\uff34\uff32\uff29 \ufb01n \u2460', ['tri', 'fin', '1']],
    ['quickSort', ['quicksort', 'sort']],
    ['étoileÉclair', ['etoileeclair', 'eclair']],
    ['XMLParser2D', ['xmlparser2d', 'parser2d', '2d', 'd']],
    ['快速sort', ['快速sort', '速sort', 'sort']],
    ['ソート', ['ソート', 'ート', 'ト']],
    ['\uff83\uff9e\uff70\uff80', ['データ', 'ータ', 'タ']],
    ['ก่อน', ['ก่อน', 'อน', 'น']],
    ['정렬', ['정렬', '렬']],
    ['हिन्दी', ['हिन्दी']],
    ['+++ / ---', []],
    ['Øst Łódź ıspanak', ['ost', 'lodz', 'ispanak']],
  ])('of %j are %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it('are the same for a name in another normal form, each once, and a search for the name finds it', () => {
    fc.assert(
      fc.property(text, (name) => {
        const words = wordsOf(name);
        expect(wordsOf(name.normalize('NFD'))).toEqual(words);
        expect(new Set(words).size).toBe(words.length);
        for (const searched of searchedWords(name)) expect(words.some((word) => word.startsWith(searched))).toBe(true);
      }),
    );
    expect(wordsOf('DÉJÀ VU')).toEqual(wordsOf('déjà vu'));
  });

  it('of letters of Korean that stand apart are found by themselves', () => {
    for (const name of ['\u3131\u314f\u3134\u314f', '\uffa1\uffc2', '\u1100 \u3266\u1168']) {
      for (const searched of searchedWords(name))
        expect(wordsOf(name).some((word) => word.startsWith(searched))).toBe(true);
    }
  });

  it('are at most the first 64, of at most 24 code points', () => {
    const name = String.fromCodePoint(...Array.from({ length: 70 }, (_, index) => 0x4e00 + index));
    expect(wordsOf(name)).toHaveLength(64);
    expect(wordsOf(name)[1]).toBe([...name].slice(1, 25).join(''));
    expect([wordsOf('\u{20000}'.repeat(30))[0], searchedWords('\u{20000}'.repeat(30))[0]]).toEqual(
      Array(2).fill('\u{20000}'.repeat(24)),
    );
  });

  it('are those of the first 1,024 UTF-16 units of a name without compositions: no usual name has so many', () => {
    for (const unit of ['ế', '각', 'ᾂ', 'Ǖ']) expect(folded(unit.repeat(255)).length, unit).toBe(255);
    const long = '\ufdfa'.repeat(254);
    expect(folded(long).length).toBe(1_024);
    expect(wordsOf(`${long}z`)).not.toContain('z');
    expect(folded(folded(long))).toBe(folded(long));
    expect(folded(`${'x'.repeat(1_023)}\u{1d538}`)).toBe(`${'x'.repeat(1_023)}A`.toLowerCase());
    expect(folded(`${'x'.repeat(1_023)}\u{1f600}`).isWellFormed()).toBe(true);
  });

  it('fold the same text to the same text once more', () => {
    fc.assert(fc.property(text, (name) => folded(folded(name)) === folded(name)));
  });
});

describe('the key of a name', () => {
  it('has at most 100 code points, and is whole', () => {
    expect(nameKey('\u{1d4b3}\u{1f600}'.repeat(90))).toBe('x\u{1f600}'.repeat(50));
    expect(nameKey('É'.repeat(100))).toBe('e'.repeat(100));
    expect(nameKey('\ufdfa'.repeat(50)).length).toBe(100);
  });

  it('is compared as the bytes of its UTF-8 are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(compareTexts(one, other))).toBe(bytes);
      }),
    );
    expect(Math.sign(compareTexts('a', '\ue000'))).toBe(-1);
    expect(Math.sign(compareTexts('\uffee', '\u{1f600}'))).toBe(-1);
    expect(Math.sign(compareTexts('\u{1f600}', '\u{1f601}'))).toBe(-1);
    expect(Math.sign(compareTexts('\uffff', '\u{10000}'))).toBe(-1); // the first high surrogate
    expect(Math.sign(compareTexts('\u{103fe}', '\u{103ff}'))).toBe(-1); // the last low surrogate
    expect(compareTexts('same', 'same')).toBe(0);
  });
});
