import { createHash } from 'node:crypto';
import type { AccessTokens } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { ODD_TEXTS } from '../samples.ts';
import { contract } from '../suite.ts';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** What every AccessTokens promises. */
export const accessTokensContract = contract<Fixture<AccessTokens>>('AccessTokens', (test) => {
  test('makes tokens of 256 bits in base64url', async ({ port }) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const { token } = port.make();
      ok(FORM.test(token), 'the token is no 43 characters of base64url');
      ok('AEIMQUYcgkosw048'.includes(token.slice(-1)), 'the last character holds more than four bits');
    }
  });

  test('makes another token each time, and uses every bit', async ({ port }) => {
    const tokens = Array.from({ length: 1_000 }, () => port.make().token);
    equal(new Set(tokens).size, 1_000, 'different tokens');
    for (let at = 0; at < 42; at += 1) {
      const seen = new Set(tokens.map((token) => token[at])).size;
      ok(seen > 48, `at ${at} only ${seen} of 64 characters were seen in 1,000 tokens`); // fewer have a probability below 1e-9
    }
  });

  test('makes a token together with its digest', async ({ port }) => {
    const { token, digest } = port.make();
    equal(port.digest(token), digest);
    equal(port.digest(token), digest, 'the second time');
    ok(port.digest(port.make().token) !== digest, 'another token has the same digest');
  });

  test('digests by SHA-256', async ({ port }) => {
    const { token, digest } = port.make();
    const bytes = createHash('sha256').update(token).digest();
    ok(
      [bytes.toString('hex'), bytes.toString('base64url')].includes(digest),
      'the digest is not the SHA-256 of the token',
    );
  });

  test('gives a null digest of text that does not have the form of a token', async ({ port }) => {
    const { token } = port.make();
    const longer = [`${token}A`, `${token}=`, `${token}\n`, ` ${token}`, `${token} `, `${token}\0`, `Bearer ${token}`];
    const shorter = [token.slice(1), token.slice(0, -1), `${token.slice(0, -1)}=`];
    const other = [`${token.slice(0, -1)}+`, `/${token.slice(1)}`, `\u00e9${token.slice(1)}`, 'A'.repeat(10_240)];
    for (const text of [...longer, ...shorter, ...other, ...ODD_TEXTS]) {
      equal(port.digest(text), null, JSON.stringify(text.slice(0, 60)));
    }
  });

  test('distinguishes tokens that differ in case only', async ({ port }) => {
    const token = `aA${port.make().token.slice(2)}`;
    ok(port.digest(token) !== port.digest(`Aa${token.slice(2)}`), 'both have the same digest');
  });
});
