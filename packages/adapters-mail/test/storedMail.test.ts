import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeMail } from '../src/composeMail.ts';
import { NotAMailError, readStoredMail } from '../src/storedMail.ts';
import { render } from '../src/templates/render.ts';
import { NOW, recipient } from './scratch.ts';

describe('readStoredMail', () => {
  let whole: Buffer;
  beforeAll(async () => {
    const rendered = render({
      kind: 'confirm',
      locale: 'fr',
      pseudo: 'Zoë',
      link: 'https://l',
      publicUrl: 'https://p',
    });
    whole = await composeMail({ from: 'a@localhost', recipient: recipient({ pseudo: 'Zoë' }), rendered, date: NOW });
  });

  const changed = (from: string | RegExp, to: string) =>
    Buffer.from(whole.toString('latin1').replace(from, to), 'latin1');

  it('reads who a mail is from and for', () => {
    expect(readStoredMail(whole)).toEqual({ from: 'a@localhost', to: 'ada@example.org' });
  });

  it('takes no mail that was cut off anywhere', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(() => readStoredMail(whole.subarray(0, length))).toThrow(NotAMailError);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes no junk, and does not get lost in it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (junk) => {
        expect(() => readStoredMail(Buffer.from(junk))).toThrow(NotAMailError);
      }),
    );
    const long = ['"'.repeat(500_000), `"${'\\'.repeat(500_000)}`, ' '.repeat(500_000), 'a@'.repeat(250_000)];
    for (const to of long) expect(() => readStoredMail(changed(/^To: .*$/m, `To: ${to}`))).toThrow(NotAMailError);
  });

  it.each<[string, string | RegExp, string]>([
    ['a second To', 'Subject:', 'To: eve@example.org\r\nSubject:'],
    ['a second From', 'Subject:', 'FROM: eve@example.org\r\nSubject:'],
    ['no Subject', /^Subject:.*\r\n/m, ''],
    ['no Date', /^Date:.*\r\n/m, ''],
    ['no Message-ID', /^Message-ID:.*\r\n/m, ''],
    ['two recipients', '<ada@example.org>', '<ada@example.org>, <eve@example.org>'],
    ['a group of recipients', /^To:.*$/m, 'To: all: ada@example.org;'],
    ['no recipient', /^To:.*$/m, 'To: Ada'],
    ['a bare line feed in the header', 'Subject:', 'X: a\nBcc: eve@example.org\r\nSubject:'],
    ['a line that is no header', 'Subject:', 'nothing\r\nSubject:'],
    ['another kind of body', 'multipart/alternative', 'multipart/mixed'],
    ['text behind its end', /$/, 'x'],
  ])('takes none with %s', (_, from, to) => {
    expect(() => readStoredMail(changed(from, to))).toThrow(NotAMailError);
  });

  it.each([
    ['"Ada <eve@example.org>" <ada@example.org>', 'ada@example.org'],
    ['"a \\"b\\", c" <ada@example.org>', 'ada@example.org'],
    ['ada@example.org', 'ada@example.org'],
    ['<ada@example.org>', 'ada@example.org'],
    ['<"a."@example.org>', '"a."@example.org'],
    ['=?UTF-8?Q?Zo=C3=AB?=\r\n =?UTF-8?Q?x?= <ada@example.org>', 'ada@example.org'],
  ])('reads %j', (to, address) => {
    expect(readStoredMail(changed(/^To: .*$/m, `To: ${to}`)).to).toBe(address);
  });
});
