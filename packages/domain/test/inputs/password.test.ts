import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PasswordResetDTO, UserLoginDTO } from '../../src/index.ts';
import { refusals } from '../support/violations.ts';

const check = (password: unknown) => refusals(PasswordResetDTO, { password });
const parsed = (password: string) => v.parse(PasswordResetDTO, { password }).password;

describe('a new password', () => {
  it('takes 8 to 255 code points, spaces and emoji too', () => {
    expect(check('        ')).toEqual([]);
    expect(check('🔐'.repeat(8))).toEqual([]);
    expect(check('🔐'.repeat(255))).toEqual([]);
    expect(check('x'.repeat(255))).toEqual([]);
  });

  it('refuses 7 and 256 code points, whatever the number of code units', () => {
    expect(check('x'.repeat(7))).toEqual(['/password min_length']);
    expect(check('🔐'.repeat(7))).toEqual(['/password min_length']);
    expect(check('x'.repeat(256))).toEqual(['/password max_length']);
    expect(check('🔐'.repeat(256))).toEqual(['/password max_length']);
  });

  it('is not shortened, trimmed or changed in case', () => {
    expect(parsed('  PassWord  ')).toBe('  PassWord  ');
    expect(parsed('x'.repeat(255))).toHaveLength(255);
  });

  it.each(['\u0000', '\n', '\t', '\u007f', '\u0085', '\u2028', '\ufffd', '\ud800', '\udc00'])('refuses %j', (bad) => {
    expect(check(`password${bad}`)).toEqual(['/password control_character']);
  });
});

describe('the normal form of a password', () => {
  it('is the same for both forms of é', () => {
    expect(parsed('caf\u0065\u0301 au lait')).toBe(parsed('caf\u00e9 au lait'));
  });

  it('is the form whose length is counted', () => {
    expect(check('e\u0301'.repeat(8))).toEqual([]);
    expect(check('e\u0301'.repeat(7))).toEqual(['/password min_length']);
    expect(check('e\u0301'.repeat(255))).toEqual([]);
    expect(check('e\u0301'.repeat(256))).toEqual(['/password max_length']);
  });

  // The NFD of U+1F82 has four code points, the most of all characters.
  it('counts the longest decomposition as its composed form', () => {
    const apart = '\u1f82'.normalize('NFD');
    expect([...apart]).toHaveLength(4);
    expect(check(apart.repeat(255))).toEqual([]);
    expect(check(apart.repeat(256))).toEqual(['/password max_length']);
    const lengths = Array.from(
      { length: 0x110000 },
      (_, point) => [...String.fromCodePoint(point).normalize('NFD')].length,
    );
    expect(lengths.reduce((one, other) => Math.max(one, other))).toBe(4);
  });

  it('is NFC for every accepted password', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 255, size: 'max' }), (text) => {
        if (check(text).length === 0) expect(parsed(text)).toBe(text.normalize('NFC'));
      }),
    );
  });

  // To sort a run of n combining marks takes time proportional to n²: a megabyte of them blocked the process for minutes.
  it.each([PasswordResetDTO, UserLoginDTO])('is not computed for a text that is too long in any form', (schema) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    const password = `a${'\u0301'.repeat(1_000)}${'\u0327'.repeat(1_000)}`;
    expect(refusals(schema, { email: 'a@b.co', password })).toEqual(['/password max_length']);
    expect(normalize).not.toHaveBeenCalled();
  });
});
