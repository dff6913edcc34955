import fc from 'fast-check';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Other characters than `was` that an attacker might insert. */
const otherChar = (was: string): fc.Arbitrary<string> =>
  fc.constantFrom(...BASE64URL, '+', '/', '=', '.', ' ', '\n', '\0', 'é').filter((char) => char !== was);

/** The texts with one character changed, removed or inserted. */
export function tampered(text: string): fc.Arbitrary<string> {
  return fc
    .nat({ max: text.length - 1 })
    .chain((at) =>
      otherChar(text.charAt(at)).chain((char) =>
        fc.constantFrom(
          text.slice(0, at) + char + text.slice(at + 1),
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + char + text.slice(at),
          text + char,
        ),
      ),
    );
}
