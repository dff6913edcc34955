import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserUpdateDTO } from '../../src/index.ts';
import { refusals } from '../support/violations.ts';

const check = (urlPfp: unknown) => refusals(UserUpdateDTO, { currentPassword: 'x', urlPfp });

const urlOf = (length: number) => `https://example.org/${'p'.repeat(length - 20)}`;

describe('the address of a picture', () => {
  it('that is too long is refused for its length alone', () => {
    expect(check('x'.repeat(3_000))).toEqual(['/urlPfp max_length']);
  });

  it.each([
    'https://example.org',
    'http://example.org/a.png?size=2#top',
    'HTTPS://EXAMPLE.ORG/A.PNG',
    'https://example.org:8443/@me',
    'https://192.0.2.1/a',
    'https://[2001:db8::1]/a',
    'https://localhost/a',
    'https://bücher.example/é',
    'https://example.org/?mail=a@b.co',
  ])('accepts %s', (url) => {
    expect(check(url)).toEqual([]);
  });

  it.each([
    'example.org/a.png',
    '//example.org/a.png',
    'ftp://example.org/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'https:example.org',
    'https:/example.org',
    'https://',
    'https:///example.org/a.png',
    'https://?a',
    'https://exa mple.org',
    ' https://example.org',
    'https://example.org ',
    'https://example.org\\@evil.example',
    'https:\\\\example.org',
    'https://user@example.org',
    'https://user:password@example.org',
    'https://@example.org',
    'https://:@example.org',
    'https://example.org:99999',
    'https://exa<mple.org',
    'https://[::g]/',
  ])('refuses %s', (url) => {
    expect(check(url)).toEqual(['/urlPfp url']);
  });

  it('accepts 2,048 characters and not more', () => {
    expect(urlOf(2_048)).toHaveLength(2_048);
    expect(check(urlOf(2_048))).toEqual([]);
    expect(check(urlOf(2_049))).toEqual(['/urlPfp max_length']);
  });

  // In code units it is too long, in code points it is not: such a text once passed unchecked.
  it('refuses a `javascript:` address with many emoji', () => {
    expect(check(`javascript:alert(1)//${'😀'.repeat(1_024)}`)).toEqual(['/urlPfp url']);
  });

  it.each(['\u0000', '\n', '\u007f', '\u2028', '\ufffd', '\ud800'])('refuses %j in it', (bad) => {
    expect(check(`https://example.org/${bad}`)).toContain('/urlPfp control_character');
  });

  it('may be null, which removes it; absent or empty counts as not sent', () => {
    expect([null, undefined, ''].map(check)).toEqual([[], [], []]);
  });

  it('is always http or https without credentials when it is accepted', () => {
    const parts = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      'a.fr',
      'user',
      '?',
      '#',
      '[::1]',
      '%40',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        if (text === '' || check(text).length > 0) return;
        const { protocol, username, password, hostname } = new URL(text);
        expect(['http:', 'https:']).toContain(protocol);
        expect([username, password]).toEqual(['', '']);
        expect(text.toLowerCase()).toContain(`//${hostname}`);
      }),
    );
  });
});
