import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { EmailDTO } from '../../src/index.ts';
import { refusals } from '../support/violations.ts';

const check = (email: unknown) => refusals(EmailDTO, { email });

const label = (length: number) => 'd'.repeat(length);
/** An address of exactly this many characters, with a local part of 64 and labels that DNS allows. */
const addressOf = (length: number) =>
  `${'a'.repeat(64)}@${label(63)}.${label(63)}.${label(length - 64 - 1 - 64 - 64 - 3)}.fr`;

describe('the e-mail address', () => {
  it.each([
    'a@b.co',
    "o'hara@example.org",
    'first.last+tag@example.org',
    '!#$%&*+/=?^_`{|}~-@example.org',
    'user@xn--bcher-kva.example',
    'user@sub-domain.example.org',
    'UPPER@Example.ORG',
    '1@2.fr',
    `${'a'.repeat(64)}@example.org`,
  ])('accepts %s', (email) => {
    expect(check(email)).toEqual([]);
  });

  it.each([
    'plain',
    'first.last@localhost',
    '@example.org',
    'user@',
    'user@localhost',
    'user@example..org',
    'us..er@example.org',
    '.user@example.org',
    'user.@example.org',
    'user@.example.org',
    'user@example.org.',
    'user@-example.org',
    'user@example-.org',
    'a b@example.org',
    'a@b@example.org',
    'user@exa mple.org',
    'üser@example.org',
    '"quoted"@example.org',
    'user@[192.0.2.1]',
    'Name <user@example.org>',
    'user@example.org,other@example.org',
    `${'a'.repeat(65)}@example.org`,
    `user@${label(64)}.org`,
  ])('refuses %s', (email) => {
    expect(check(email)).toEqual(['/email email']);
  });

  it.each([
    ' user@example.org',
    'user@example.org ',
    '\u00a0user@example.org\u00a0',
    'user@example.org\t\r\n',
    '\u200euser@example.org\u200b',
    '\ufeffuser@example.org',
    '\u0085user@example.org\u0085',
    '\u2800user@example.org\u2800 ',
    '\u3164user@example.org\ufe0f',
    '\u034fuser@example.org\u115f',
  ])('is taken without what is at its ends: %j', (email) => {
    expect(v.parse(EmailDTO, { email })).toEqual({ email: 'user@example.org' });
  });

  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['Ada@BÜCHER.example', 'Ada@xn--bcher-kva.example'],
    ['ada@例え.example', 'ada@xn--r8jz45g.example'],
    ['ada@ｅｘample.org', 'ada@example.org'],
    ['ada@Example.ORG', 'ada@Example.ORG'],
  ])('has a domain as mail servers take it: %s', (email, taken) => {
    expect(v.parse(EmailDTO, { email })).toEqual({ email: taken });
  });

  it.each([
    'ada@１２７.０.０.１',
    'ada@bü/cher.example',
    'ada@bü cher.example',
    'ada@ü@b.example',
    'ada@ü:80',
    'ada@xn--ü.example',
    'ada@b%C3%BCcher.exämple',
    'ada@ü%2eexample.org',
  ])('has no domain that only looks like one: %s', (email) => {
    expect(check(email)).toEqual(['/email email']);
  });

  it('says of letters before the @ that mail servers do not take them', () => {
    const { issues = [] } = v.safeParse(EmailDTO, { email: 'jürgen@example.org' });
    expect(issues.map(({ message }) => message)).toEqual([expect.stringMatching(/^email: has letters before the @/)]);
  });

  it('has at most 400 characters with what is at its ends, and no more is looked at', () => {
    const around = (length: number) => 'a@b.co'.padEnd(length);
    expect(check(around(400))).toEqual([]);
    expect(check(around(401))).toEqual(['/email max_length']);
  });

  it('accepts 254 characters and not more', () => {
    expect(addressOf(254)).toHaveLength(254);
    expect(check(addressOf(254))).toEqual([]);
    expect(check(addressOf(255))).toEqual(['/email max_length']);
  });

  // Emoji count one each and take two code units: a bound in code units once let these pass unchecked.
  it.each([128, 254])('refuses %i emoji, by every way of counting', (count) => {
    expect(check('😀'.repeat(count))).toEqual(['/email email']);
  });

  it('reports every rule that a text breaks', () => {
    expect(check(`\u0000${'a'.repeat(300)}`).sort()).toEqual(['/email control_character', '/email max_length']);
  });

  it('never accepts text that could end a header or has more than one @', () => {
    const odd = fc.string({ unit: 'binary', maxLength: 300, size: 'max' });
    const letter = fc.oneof({ weight: 60, arbitrary: fc.constantFrom('a', 'b', '1') }, fc.constantFrom('.', '-'));
    const plain = fc.string({ unit: letter, minLength: 1, maxLength: 70, size: 'max' });
    const nearly = fc
      .tuple(plain, fc.constantFrom('', '@', '\n', '\r\n', ' ', '"', 'é'), plain)
      .map((parts) => parts.join(''));
    const text = fc.oneof(odd, plain, nearly);
    const whole = plain.map((one) => `${one}.org`);
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(text, plain), fc.oneof(text, whole), (local, domain) => {
        const parsed = v.safeParse(EmailDTO, { email: `${local}@${domain}` });
        if (!parsed.success) return;
        const { email } = parsed.output;
        accepted += 1;
        expect(email).toMatch(/^[\x21-\x7e]{3,254}$/);
        expect(email.split('@')).toHaveLength(2);
        expect(domain).toContain('.');
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
