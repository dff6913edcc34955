import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nom, pseudo } from '../../src/nameInput.ts';

const rules = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map(({ message }) => message);

const NAMES = [
  'J. R. R. Tolkien',
  'node.js',
  'Dr. Grace',
  'http',
  'wwwald',
  'A/B testing',
  'Ada: again',
  '1:2:3',
  'Ratio 3:4',
  'A//B',
  'A//B. Smith',
  'v1.2.3.4',
  'node.js: why?',
  'Data: Ada',
  '---',
  '😀😀😀',
  '👨👩👧',
  '❤️❤️',
  '👨\u200d👩\u200d👧',
  '🏳️\u200d🌈',
  '🇫🇷🇫🇷',
  '(^_^)',
  '★★★',
  'hotel:5',
  '山田。太郎',
  'Ａｄａ：again',
  'ada@example.org',
  'Anne\u2011Marie',
  'علی\u200cرضا', // Persian, joining letters kept apart
  'کتاب\u200cها',
  'مُ\u200cحمّد', // with vowel signs around the non-joiner
  'محمد',
  'אֵינשטיין',
  'क्\u200dष', // Hindi, the half form
  'क्\u200cष',
  'ශ්\u200dරී ලංකා', // Sri Lanka in Sinhala
  'ന്\u200d ആൻ', // Malayalam, a chillu of old spelling
  '葛\u{e0100}城 太郎', // Japanese, a variant of the first character
  '👨\u200d👩\u200d👧\u200d👦 family',
  '👩🏽\u200d💻 Ada',
  '❤\ufe0f\u200d🔥 hot',
  '🏳\ufe0f\u200d🌈 flag',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Scotland',
  '1\ufe0f\u20e3 one',
  '☺\ufe0e text',
  'လျှို့ဝှက်', // Burmese, five marks on the first letter
  'ปู่ย่า', // Thai
  'Nguye\u0302\u0303n', // Vietnamese in NFD
  '007',
  '١٢٣',
];

const BLANK = ['   ', '\u00a0\u00a0\u00a0', '\u3000\u3000\u3000', '\u2800\u2800\u2800', '\u0301\u0301\u0301'];

const MARKED = [`Ada${'\u0301'.repeat(6)}`, `A${'\u0488\u0301'.repeat(3)}da`];

const LINKS = [
  'http://evil.example/x',
  'Ada https://e.example',
  'x://y',
  'HTTPS:evil.example',
  'mailto:a@e.example',
  'www.evil.example',
  'see WWW.evil',
  'evil.example/x',
  'evil.пример/я',
  'evil.example\\x',
  'evil.com:8080/x',
  'evil.com./x',
  'evil.xn--p1ai/x',
  'evil.भारत/x',
  'evil.com?x',
  'evil.com#x',
  'evil.com:80?x',
  '//evil.com',
  '//a@evil.com',
  '\\\\evil.com',
  '192.0.2.1/x',
  '192.0.2.1:80/x',
  'javascript:alert(1)',
  'sms:+331',
  'tel:+331',
  'data:text/html,x',
  'ｈｔｔｐｓ：／／evil',
  'ｗｗｗ．ｅｖｉｌ',
  'ｔｅｌ：１２３',
  'evil．com/x',
  'evil。com／x',
  'evil｡com？x',
  '／／evil｡com',
];

const HIDDEN = [
  'A\u00adda Love', // soft hyphen
  'Ada\u200b Love',
  'Ada\ufeff Love',
  'Ada\u2060Love',
  'Ada\u2064Love',
  'Ada\u034fLove',
  'A\u3164\u3164\u3164', // Hangul fillers
  'Ada\u115f\u1160',
  'Ada\uffa0',
  'Ada\u17b4\u17b5',
  'Ada\u180e',
  'Ada\u180b',
  'Ad\u200da Love', // joiners between Latin letters
  'Ad\u200ca Love',
  'د\u200cر رضا', // behind a letter that does not join what follows
  'क\u200dष क', // without a virama
  'क्\u200d\u200dष',
  '👩\u200d Ada', // nothing to join
  'Ada \u200d👩',
  'Ada\ufe0f',
  '1\ufe0f Ada',
  '👩\ufe0f\ufe0f Ada',
  'Ada\u{e0100}',
  'Ada\u{e0067}\u{e0062}\u{e007f}', // tags without a flag
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074} Ada', // no end
  'Ada\u{e0001}',
  'Ada\ufff9Love\ufffa\ufffb', // annotations
  'Ada\ufffb',
  'Ada\u{13430}', // how hieroglyphs are laid out
  'Ada\u{1343f}',
];

describe('a pseudo', () => {
  it.each(NAMES)('may be %j', (name) => {
    expect(rules(pseudo, name)).toEqual([]);
  });

  it.each(LINKS)('must not be a link: %j', (name) => {
    expect(rules(pseudo, name)).toEqual(['link']);
    expect(rules(nom, name), 'an algorithm may be called so').toEqual([]);
  });

  it.each(HIDDEN)('must not have hidden characters: %j', (name) => {
    expect(rules(pseudo, name)).toEqual(['invisible_character']);
    expect(rules(nom, name), 'an algorithm may be called so').toEqual([]);
  });

  it.each(BLANK)('must have a character that can be seen: %j', (name) => {
    expect(rules(pseudo, name)).toEqual(['blank']);
    expect(rules(nom, name), 'an algorithm may be called so').toEqual([]);
  });

  it.each(MARKED)('must not have more than five combining marks on one character: %j', (name) => {
    expect(rules(pseudo, name)).toEqual(['combining_marks']);
    expect(rules(nom, name), 'an algorithm may be called so').toEqual([]);
  });

  it('reports each rule that it breaks; for a long text only its length', () => {
    expect(rules(pseudo, '\u3164\u3164\u3164')).toEqual(['invisible_character', 'blank']);
    expect(rules(pseudo, 'x://\u200b\u202e')).toEqual(['bidi_control', 'invisible_character', 'link']);
    expect(rules(pseudo, 'x://\u200b'.repeat(100_000))).toEqual(['max_length']);
  });

  it('must not have any invisible character between letters and digits', () => {
    const hidden = Array.from({ length: 0xe1000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
    expect(hidden.length).toBeGreaterThan(4_000);
    fc.assert(
      fc.property(fc.constantFrom(...hidden), fc.stringMatching(/^[a-zé0-9ж]{2,9}$/u), (one, text) => {
        for (const name of [`${one}${text}a`, `${text}${one}a`, `a${text}${one}`]) {
          expect(rules(pseudo, name)).toHaveLength(1);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('that is refused stays refused with visible characters around it', () => {
    const around = fc.stringMatching(/^[a-zé ]{0,5}$/u);
    fc.assert(
      fc.property(fc.constantFrom(...LINKS, ...HIDDEN), around, around, (bad, before, after) => {
        expect(rules(pseudo, `${before} ${bad} ${after}`.slice(0, 30))).not.toEqual([]);
      }),
    );
  });
});
