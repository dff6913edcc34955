import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { UserUpdateDTO } from '../../src/index.ts';
import { nom, pseudo } from '../../src/nameInput.ts';
import { email, password, webUrl } from '../../src/textInput.ts';

type Text = v.GenericSchema<string>;

/** The pattern that JSON Schema gets of a text, read as JSON Schema recommends, and as programs without Unicode read it. */
function patternsOf(schema: Text): readonly RegExp[] {
  const { pattern } = v.getMetadata(schema);
  if (typeof pattern !== 'string') throw new Error('The text has no pattern');
  return [new RegExp(pattern, 'u'), new RegExp(pattern)];
}

const accepts = (schema: Text, text: string): boolean => v.is(schema, text);

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));

/** Every character below U+3200 and from U+FB00 to U+FFFF, and some above. Those between are letters. */
const CHARACTERS = [
  ...range(0, 0x31ff),
  ...range(0xfb00, 0xffff),
  '😀',
  '\u{1bca0}',
  '\u{1d173}',
  '\u{e0001}',
  '\u{e0041}',
  '\u{10ffff}',
];

const TEXTS: Readonly<Record<string, { readonly schema: Text; readonly around: (one: string) => string }>> = {
  pseudo: { schema: pseudo, around: (one) => `Ada ${one} King` },
  nom: { schema: nom, around: (one) => `Euclid ${one} shared` },
  password: { schema: password(8), around: (one) => `correct ${one} horse` },
  email: { schema: email, around: (one) => `ada${one}@example.org` },
  webUrl: { schema: webUrl, around: (one) => `https://example.org/${one}` },
};

/** The texts with each of these characters, by what the schema and the pattern say of them. */
function compared(
  name: string,
): readonly { readonly one: string; readonly accepted: boolean; readonly matches: boolean }[] {
  const { schema, around } = TEXTS[name] ?? expect.fail();
  const patterns = patternsOf(schema);
  return CHARACTERS.map((one) => {
    const text = around(one);
    const [matches = false, other] = patterns.map((pattern) => pattern.test(text));
    if (other !== matches) expect.fail(`${JSON.stringify(one)} depends on the flag`);
    return { one, accepted: accepts(schema, text), matches };
  });
}

describe('the pattern in JSON Schema', () => {
  it.each(Object.keys(TEXTS))('refuses no %s that is accepted', (name) => {
    expect(compared(name).filter(({ accepted, matches }) => accepted && !matches)).toEqual([]);
  });

  it.each(['nom', 'password', 'webUrl'])('refuses every character that is refused anywhere in a %s', (name) => {
    expect(compared(name).filter(({ accepted, matches }) => !accepted && matches)).toEqual([]);
  });

  it('accepts in a pseudo only those invisible characters that may be needed, and those above U+FFFF', () => {
    const open = compared('pseudo').filter(({ accepted, matches }) => !accepted && matches);
    const needed = [0x200c, 0x200d, 0xfe00, 0xfe01, 0xfe02, 0xfe0e, 0xfe0f].map((code) => String.fromCharCode(code));
    expect(open.map(({ one }) => one)).toEqual([...needed, '\u{1bca0}', '\u{1d173}', '\u{e0001}', '\u{e0041}']);
  });

  it('refuses no address of a picture that is accepted', () => {
    const parts = fc.constantFrom('https:', 'HTTP:', '//', '/', '\\', '@', ':', 'a.fr', 'é', '?', '#', '[::1]', '%40');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const isRight = !accepts(webUrl, text) || patternsOf(webUrl).every((pattern) => pattern.test(text));
        expect(isRight).toBe(true);
      }),
    );
  });

  it('is in the inputs that have such texts', () => {
    const { pseudo: own, newPassword, urlPfp } = UserUpdateDTO.entries;
    expect([own.wrapped, newPassword.wrapped, urlPfp.wrapped.wrapped].map((one) => patternsOf(one).length)).toEqual([
      2, 2, 2,
    ]);
  });
});
