import type { MailPurpose, MailTokenClaims, MailTokens } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { NOW, ODD_TEXTS } from '../samples.ts';
import { contract } from '../suite.ts';

/** Mail tokens, and mail tokens under another key. */
export interface MailTokensFixture extends Fixture<MailTokens> {
  /** The same adapter under another key. */
  readonly stranger: MailTokens;
}

const SECOND = 1_000;
/** A whole second, an hour from now. */
const END = Math.ceil(NOW / SECOND) * SECOND + 3_600_000;

const PURPOSES: readonly MailPurpose[] = ['confirm', 'recover', 'change_email', 'take_back', 'invitation'];

const claims = (fields: Partial<MailTokenClaims> = {}): MailTokenClaims => ({
  userId: 1,
  purpose: 'confirm',
  version: 1,
  dateExpiration: END,
  ...fields,
});

/** What every MailTokens promises. */
export const mailTokensContract = contract<MailTokensFixture>('MailTokens', (test) => {
  test('reads what it made', async ({ port }) => {
    const odd = [
      {},
      { purpose: 'recover' },
      { purpose: 'change_email' },
      { purpose: 'take_back' },
      { purpose: 'invitation', adresseMail: 'ada@example.org' },
      { purpose: 'invitation', adresseMail: `${'ü'.repeat(250)}@b.c` },
      { userId: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER - 1 },
    ] as const;
    for (const fields of odd) {
      const given = claims(fields);
      equal(await port.read(await port.make(given), given.purpose, NOW), given);
    }
  });

  test('makes tokens that fit a segment of a URL path as they are', async ({ port }) => {
    for (let userId = 1; userId <= 50; userId += 1) {
      const token = await port.make(claims({ userId }));
      equal(token, encodeURIComponent(token));
      ok(token !== '' && !/^\.+$/.test(token), 'the segment is lost in a path');
    }
  });

  test('rejects a token of another purpose', async ({ port }) => {
    for (const purpose of PURPOSES) {
      const token = await port.make(claims({ purpose }));
      for (const other of PURPOSES) {
        if (other !== purpose) equal(await port.read(token, other, NOW), null, `${purpose} as ${other}`);
      }
    }
  });

  test('ends a token at its end, rounded down to the second', async ({ port }) => {
    const token = await port.make(claims({ dateExpiration: END + 999 }));
    const readAt = async (now: number) => (await port.read(token, 'confirm', now))?.dateExpiration ?? null;
    for (const now of [0, NOW, END - 1]) equal(await readAt(now), END, `at ${now - END}`);
    for (const now of [END, END + 999, END + SECOND, 8.64e15]) equal(await readAt(now), null, `at ${now - END}`);
  });

  test('rejects a token with one changed character', async ({ port }) => {
    const token = await port.make(claims());
    // Some bits of the last character of base64url may be without meaning.
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      equal(await port.read(changed, 'confirm', NOW), null, `changed at ${at} of ${token.length}`);
    }
  });

  test('rejects a token that is shorter or longer', async ({ port }) => {
    const token = await port.make(claims());
    for (let length = 0; length < token.length; length += 1) {
      equal(await port.read(token.slice(0, length), 'confirm', NOW), null, `${length} characters`);
    }
    for (const text of [`${token}AAAA`, `A${token}`, `${token}.`, `.${token}`, `${token}.${token}`, ` ${token}`]) {
      equal(await port.read(text, 'confirm', NOW), null, 'with more to it');
    }
  });

  test('rejects a token made of parts of other tokens', async ({ port }) => {
    const [one, other] = [await port.make(claims({ userId: 1 })), await port.make(claims({ userId: 2 }))];
    const parts = one.split('.');
    for (let at = 0; at < parts.length; at += 1) {
      const mixed = parts.with(at, other.split('.')[at] ?? '').join('.');
      if (mixed !== one && mixed !== other) equal(await port.read(mixed, 'confirm', NOW), null, `part ${at}`);
    }
    for (let at = 1; at < one.length; at += 1) {
      const mixed = one.slice(0, at) + other.slice(at);
      if (mixed !== one && mixed !== other) equal(await port.read(mixed, 'confirm', NOW), null, `from ${at} on`);
    }
  });

  test('rejects a token without a signature', async ({ port }) => {
    const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const parts = (await port.make(claims())).split('.');
    const unsigned = parts.slice(0, -1).join('.');
    const header = base64url({ alg: 'none', typ: 'JWT' });
    const payload = base64url({ ...claims(), sub: '1', aud: 'confirm', exp: END / SECOND });
    for (const token of [unsigned, `${unsigned}.`, `${header}.${parts[1]}.`, `${header}.${payload}.`]) {
      equal(await port.read(token, 'confirm', NOW), null, token);
    }
  });

  test('rejects a token that was made with another key', async ({ port, stranger }) => {
    const token = await stranger.make(claims());
    equal(await stranger.read(token, 'confirm', NOW), claims());
    equal(await port.read(token, 'confirm', NOW), null);
  });

  test('rejects text that is not a token', async ({ port }) => {
    const texts = [
      ...ODD_TEXTS,
      '.',
      '..',
      '...',
      'a.b.c',
      '{}',
      '%00',
      '\0',
      '\ud800',
      'A'.repeat(10_240),
      '.'.repeat(10_240),
    ];
    for (const text of texts) equal(await port.read(text, 'confirm', NOW), null, JSON.stringify(text.slice(0, 40)));
  });

  test('accepts its own tokens after a restart', { needs: 'reopen' }, async (fixture) => {
    const token = await fixture.port.make(claims());
    const port = await fixture.reopen();
    equal(await port.read(token, 'confirm', NOW), claims());
  });
});
