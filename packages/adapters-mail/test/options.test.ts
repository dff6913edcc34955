import { describe, expect, it } from 'vitest';
import { checkedBase, linksBelow, linksOfApp } from '../src/links.ts';
import { INVITATION, scratchOutbox } from './scratch.ts';

const HOME = 'https://example.org';
const confirm = { kind: 'confirm', token: 'abc.DEF-_' } as const;
const invitation = { ...INVITATION, token: 't' } as const;
const shared = { kind: 'algo_shared', sharer: 'Ada', algo: 'Euclid', algoId: 12 } as const;

describe('links', () => {
  it('lead to the routes of the users group', () => {
    const linkOf = linksBelow('http://localhost:3000/api/users', 'http://localhost:3000/');
    expect(linkOf(confirm)).toBe('http://localhost:3000/api/users/confirm/abc.DEF-_');
    expect(linkOf({ kind: 'recover', token: 't' })).toBe('http://localhost:3000/api/users/recover/t');
    expect(linkOf({ kind: 'change_email', token: 't' })).toBe('http://localhost:3000/api/users/email/t');
    expect(linkOf({ kind: 'email_changed', token: 't' })).toBe('http://localhost:3000/api/users/email/back/t');
    expect(linkOf({ kind: 'email_reserved', token: 't' })).toBe('http://localhost:3000/api/users/email/back/t');
    expect(linkOf({ kind: 'email_taken_back', token: 't' })).toBe('http://localhost:3000/api/users/recover/t');
    expect(linkOf({ kind: 'password_changed' })).toBe('http://localhost:3000/api/users/recover');
    expect(linkOf({ kind: 'email_taken' })).toBe('http://localhost:3000/api/users/recover');
    expect(linkOf(invitation)).toBe('http://localhost:3000/api/users/invitation/t');
    expect(linkOf(shared)).toBe('http://localhost:3000');
  });

  it('accept a base URL with a slash at its end', () => {
    expect(linksBelow('https://example.org/algo/', HOME)(confirm)).toBe('https://example.org/algo/confirm/abc.DEF-_');
  });

  it('lead to the pages of a front end, with the token in the fragment', () => {
    const linkOf = linksOfApp('https://app.example.org/base/');
    expect(linkOf(confirm)).toBe('https://app.example.org/base/confirm#token=abc.DEF-_');
    expect(linkOf({ kind: 'recover', token: 'a&b#c' })).toBe('https://app.example.org/base/recover#token=a%26b%23c');
    expect(linkOf({ kind: 'change_email', token: 't' })).toBe('https://app.example.org/base/email#token=t');
    expect(linkOf({ kind: 'email_changed', token: 't' })).toBe('https://app.example.org/base/email/back#token=t');
    expect(linkOf({ kind: 'password_changed' })).toBe('https://app.example.org/base/recover');
    expect(linkOf(invitation)).toBe('https://app.example.org/base/invitation#token=t');
    expect(linkOf(shared)).toBe('https://app.example.org/base/#algo=12');
    expect(linksOfApp('https://app.example.org')(shared)).toBe('https://app.example.org/#algo=12');
    const [users, home] = ['https://example.org/api/users', 'https://example.org'];
    expect(linksBelow(users, home)(shared)).toBe(home);
    expect(linksBelow(users, home, 'https://example.org/app/')(shared)).toBe('https://example.org/app/algos/12');
  });

  it('encode a token as one path segment', () => {
    const link = linksBelow('https://example.org/u', HOME)({ kind: 'confirm', token: '../a?b#c"<\r\n%00' });
    expect(link).toBe('https://example.org/u/confirm/..%2Fa%3Fb%23c%22%3C%0D%0A%2500');
  });

  it.each([
    '',
    'example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'https://user:pw@example.org',
    'https://example.org/?a=b',
    'https://example.org/#a',
    'https://exa mple.org',
    'https://example.org/\r\nBcc: x@example.org',
  ])('need a plain address, not %j', (url) => {
    expect(() => checkedBase(url)).toThrow(TypeError);
    expect(() => linksBelow(url, HOME)).toThrow(TypeError);
    expect(() => linksBelow(HOME, url)).toThrow(TypeError);
  });
});

describe('openMailFolder', () => {
  it.each(['', 'algotheque', 'A <a>', 'a@b@c', 'a@example.org\r\nBcc: b@example.org', 'a@b, c@d'])(
    'refuses the sender %j',
    async (from) => {
      await expect(scratchOutbox({ from })).rejects.toBeInstanceOf(TypeError);
    },
  );

  it.each(['publicUrl', 'usersUrl', 'appUrl', 'consoleUrl'])('refuses a malformed %s', async (name) => {
    await expect(scratchOutbox({ [name]: 'localhost' })).rejects.toBeInstanceOf(TypeError);
  });
});
