import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { UserLoginDTO } from '../../src/index.ts';
import { folderName, nom, pseudo } from '../../src/nameInput.ts';
import { countCodePoints } from '../support/codePoints.ts';

const rules = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map(({ message }) => message);

/** A visible character that makes no link, or one that cannot be shown: without those that `nameInput.ts` takes for invisible. */
const visible = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 1 })
  .filter((one) => !/[\p{DI}\ufff9-\ufffb\u{13430}-\u{1343f}./:\\]/u.test(one));

describe.each([
  {
    name: 'pseudo',
    schema: pseudo,
    min: 3,
    max: 30,
    isName: (text: string) => /[^\s\p{M}]/u.test(text) && !/\p{M}{6}/u.test(text),
  },
  { name: 'nom', schema: nom, min: 3, max: 255, isName: () => true },
])('$name', ({ schema, min, max, isName }) => {
  it.each(['x', 'é', '漢', '😀', '\u{10ffff}'])('counts its bounds in code points: %s', (one) => {
    const ofLength = (length: number) => `a${one.repeat(length - 1)}`;
    expect(rules(schema, ofLength(min - 1))).toEqual(['min_length']);
    expect(rules(schema, ofLength(min))).toEqual([]);
    expect(rules(schema, ofLength(max))).toEqual([]);
    expect(rules(schema, ofLength(max + 1))).toEqual(['max_length']);
  });

  it('keeps the text unchanged: not trimmed, not normalised', () => {
    const text = '  e\u0301 <b>&amp;</b> ';
    expect(v.parse(schema, text)).toBe(text);
  });

  it('refuses every control character, line separator and replacement character', () => {
    const codes = [...range(0x00, 0x1f), ...range(0x7f, 0x9f), 0x2028, 0x2029, 0xfffd, 0xd800, 0xdbff, 0xdc00, 0xdfff];
    for (const code of codes) {
      expect(rules(schema, `abc${String.fromCharCode(code)}`), code.toString(16)).toEqual(['control_character']);
    }
  });

  it('accepts exactly the printable texts of its length that keep the direction of text', () => {
    fc.assert(
      fc.property(fc.string({ unit: visible, maxLength: max + 5, size: 'max' }), (text) => {
        const length = [...text].length;
        const isPrintable = text.isWellFormed() && !/[\p{Cc}\u2028\u2029\ufffd]/u.test(text);
        expect(v.is(schema, text)).toBe(isPrintable && isName(text) && length >= min && length <= max);
      }),
    );
  });

  it('refuses every character that sets the direction of text', () => {
    const codes = [0x61c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)];
    for (const code of codes) {
      expect(rules(schema, `abc${String.fromCharCode(code)}d`), code.toString(16)).toEqual(['bidi_control']);
    }
  });
});

describe('the name of a folder', () => {
  it.each([' ', '   ', '\u00a0', '\u3000\u2003', '\u2800', '\u200b', '\ufeff \u3164'])('is not blank: %j', (blank) => {
    expect(rules(folderName, blank)).toEqual(['blank']);
    expect(rules(folderName, `${blank}-${blank}`)).toEqual([]);
  });

  it.each(['.', '-', '1', '🚀', '漢', '👩‍🚀', ' a', '\u0301'])('may be short, without a letter: %j', (name) => {
    expect(rules(folderName, name)).toEqual([]);
  });

  it('has one rule for its length, and no other where that is broken', () => {
    expect(rules(folderName, '')).toEqual(['min_length']);
    expect(rules(folderName, ' '.repeat(256))).toEqual(['max_length']);
    expect(rules(folderName, ' '.repeat(255))).toEqual(['blank']);
  });
});

describe('the cost of a huge text', () => {
  const huge = '😀'.repeat(1_000_000);

  it('does not grow with its length: counting stops after the bound', () => {
    expect(countCodePoints(() => rules(nom, huge))).toBe(4 + 256);
    expect(countCodePoints(() => rules(UserLoginDTO, { email: huge, password: huge }))).toBeLessThan(1_500);
  });

  it('is measured by the test', () => {
    expect(countCodePoints(() => [...'😀'.repeat(1_000)])).toBe(1_000);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
