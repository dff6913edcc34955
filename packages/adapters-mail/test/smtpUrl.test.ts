import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSmtpUrl } from '../src/smtpUrl.ts';

describe('parseSmtpUrl', () => {
  it.each([
    [
      'smtp://mail.example.org',
      { host: 'mail.example.org', port: 587, secure: false, requireTLS: false, usesTLS: true, auth: null },
    ],
    ['smtps://mail_1/', { host: 'mail_1', port: 465, secure: true, requireTLS: false, usesTLS: true, auth: null }],
    [
      'smtp://[::1]:2525?requireTLS=true',
      { host: '::1', port: 2525, secure: false, requireTLS: true, usesTLS: true, auth: null },
    ],
    [
      'smtp://127.0.0.1:25?requireTLS=false',
      { host: '127.0.0.1', port: 25, secure: false, requireTLS: false, usesTLS: true, auth: null },
    ],
    [
      'smtp://localhost?tls=off',
      { host: 'localhost', port: 587, secure: false, requireTLS: false, usesTLS: false, auth: null },
    ],
  ])('reads %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toEqual(expected);
  });

  it.each([
    ['smtp://user:password@mail.example.org', true],
    ['smtp://user:password@192.0.2.1', true],
    ['smtp://user:password@[2001:db8::1]', true],
    ['smtp://user:password@127.0.0.1.example.org', true],
    ['smtp://user:password@mail.example.org?requireTLS=false', false],
    ['smtp://mail.example.org', false],
    ['smtp://user:password@localhost', false],
    ['smtp://user:password@127.1.2.3:2525', false],
    ['smtp://user:password@[::1]', false],
  ])('requires TLS where credentials leave the machine, unless the URL says otherwise: %s', (url, requireTLS) => {
    expect(parseSmtpUrl(url)).toMatchObject({ requireTLS });
  });

  it('reads every user and password that is percent-encoded', () => {
    const part = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(part, part, (user, pass) => {
        const url = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@host:25`;
        expect(parseSmtpUrl(url).auth).toEqual({ user, pass });
      }),
    );
  });

  it.each([
    '',
    'hunter2',
    'http://user:hunter2@host',
    'smtp:user:hunter2@host',
    'smtp://user:hunter2@',
    'smtp://user:hunter2@host:0',
    'smtp://user:hunter2@host:port',
    'smtp://user:hunter2@host:99999',
    'smtp://user:hunter2@ho st',
    'smtp://user:hunter2@h%00st',
    'smtp://user:hunter2@host/path',
    'smtp://user:hunter2@host#part',
    'smtp://user:hunter2@host?pool=true',
    'smtp://user:hunter2@host?requireTLS=yes',
    'smtp://user:hunter2@host?tls=off',
    'smtps://user:hunter2@localhost?tls=off',
    'smtp://user:hunter2@host?requireTLS=true&logger=true',
    'smtp://user:12?hunter2@host',
    'smtp://user:12/hunter2@host',
    'smtp://user:12#hunter2@host',
    'smtp://user:hunter2%@host',
    'smtp://user@host',
    'smtp://:hunter2@host',
  ])('refuses %s and does not repeat it', (url) => {
    const read = () => parseSmtpUrl(url);
    expect(read).toThrow(TypeError);
    expect(read).toThrow(/^The SMTP URL is malformed/);
    expect(read).not.toThrow(/hunter2/);
  });
});
