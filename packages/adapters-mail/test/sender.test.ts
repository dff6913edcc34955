import { type AddressObject, simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { parseSender } from '../src/address.ts';
import { onlyMail, recipient, scratchOutbox } from './scratch.ts';

const ADDRESS = 'a.b@example.org';

describe('a sender', () => {
  it.each([
    [ADDRESS, ''],
    [`Ada's service <${ADDRESS}>`, "Ada's service"],
    [`"Ada, Grace & Søn" <${ADDRESS}>`, 'Ada, Grace & Søn'],
    [`Ada<${ADDRESS}>`, 'Ada'],
    [`eve@evil.example <${ADDRESS}>`, 'eve@evil.example'],
    [`\u{1f388} ${'é'.repeat(110)} <${ADDRESS}>`, `\u{1f388} ${'é'.repeat(110)}`],
    [`=?utf-8?Q?Eve=0D=0ABcc:_x?= <${ADDRESS}>`, '=?utf-8?Q?Eve=0D=0ABcc:_x?='],
    [`Ada; Grace: a, b <${ADDRESS}>`, 'Ada; Grace: a, b'],
  ])('is read and arrives as it is: %s', async (from, name) => {
    expect(parseSender(from)).toEqual({ address: ADDRESS, name });
    const { mailer, dir } = await scratchOutbox({ from });
    await mailer.send(recipient(), { kind: 'password_changed' });
    const message = await onlyMail(dir);
    const parsed = await simpleParser(message);
    const value: AddressObject['value'] = [{ address: ADDRESS, name }];
    expect(parsed.from?.value).toEqual(value);
    for (const header of ['from', 'to', 'subject', 'date']) {
      expect(
        parsed.headerLines.filter(({ key }) => key === header),
        header,
      ).toHaveLength(1);
    }
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.text).toContain(`Do you need help? ${ADDRESS}\n`);
    const lengths = message
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(78);
  });

  it.each([
    '',
    'Ada',
    '<>',
    ` <${ADDRESS}>`,
    `"" <${ADDRESS}>`,
    `Ada <${ADDRESS}> `,
    `Ada <${ADDRESS}>, Eve <eve@example.org>`,
    `Ada\r\nBcc: eve@example.org\r\nX: <${ADDRESS}>`,
    `"Ada\nX" <${ADDRESS}>`,
    `Ada\u0000 <${ADDRESS}>`,
    `Ada\ud800 <${ADDRESS}>`,
    `Ada <${ADDRESS}\r\nBcc: eve@example.org>`,
    `${'x'.repeat(121)} <${ADDRESS}>`,
  ])('is refused, and is not in the message: %j', (from) => {
    const problem = (() => {
      try {
        return parseSender(from);
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(TypeError);
    expect(String(problem)).not.toMatch(/ada|eve|example/i);
  });
});

it('of a service with a front end: the link leads there, and the signature names it', async () => {
  const { mailer, told, dir } = await scratchOutbox({ appUrl: 'https://app.example.org/' });
  await mailer.send(recipient(), { kind: 'recover', token: 'a-token' });
  expect(told[0]?.link).toBe('https://app.example.org/recover#token=a-token');
  const { text, html } = await simpleParser(await onlyMail(dir));
  expect(text?.split('\n')).toContain('https://app.example.org/recover#token=a-token');
  expect(html || '').toContain('href="https://app.example.org/recover#token=a-token"');
  expect(text).toContain('\nAlgotheque, https://app.example.org\n');
});
