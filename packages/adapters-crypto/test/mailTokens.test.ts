import { createHmac, randomBytes } from 'node:crypto';
import type { MailTokenClaims } from '@algotheque/domain';
import fc from 'fast-check';
import { CompactSign, SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { secretFingerprint, signedMailTokens } from '../src/index.ts';
import { tampered } from './tokenTampering.ts';

const SECRET = randomBytes(32);
const NOW = Date.UTC(2026, 0, 1);
const CLAIMS: MailTokenClaims = {
  userId: 42,
  purpose: 'confirm',
  version: 3,
  dateExpiration: NOW + 60_000,
};
const tokens = signedMailTokens(SECRET);

/** A genuine signature over any payload, under our header or another. */
const signed = (payload: string, header: object = { alg: 'HS256' }): string => {
  const text = [JSON.stringify(header), payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
};

const GOOD = { sub: '42', aud: 'confirm', exp: NOW / 1_000 + 60, v: 3 };

describe('mail tokens', () => {
  it('are plain JWTs with HS256 and only the claims that are needed', async () => {
    const [header = '', payload = ''] = (await tokens.make(CLAIMS)).split('.');
    expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"HS256"}');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(GOOD);
  });

  it('read the claims of what was signed', async () => {
    expect(await tokens.read(signed(JSON.stringify(GOOD)), 'confirm', NOW)).toEqual(CLAIMS);
  });

  it('return any claims unchanged', async () => {
    const claims = fc.record({
      userId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      purpose: fc.constantFrom('confirm' as const, 'recover' as const, 'change_email' as const, 'take_back' as const),
      version: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      dateExpiration: fc.integer({ min: NOW + 1_000, max: 8.64e15 }),
    });
    await fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const token = await tokens.make(given);
        expect(token.length).toBeLessThanOrEqual(1_024);
        const rounded = { ...given, dateExpiration: Math.floor(given.dateExpiration / 1_000) * 1_000 };
        expect(await tokens.read(token, given.purpose, NOW)).toEqual(rounded);
      }),
    );
  });

  it('are invalid when any one character is changed, removed or added, the last one too', async () => {
    const token = await tokens.make(CLAIMS);
    await fc.assert(
      fc.asyncProperty(tampered(token), async (other) => {
        expect(await tokens.read(other, 'confirm', NOW)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
    const last = token.length - 1;
    for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const isSame = char === token[last];
      expect(await tokens.read(token.slice(0, last) + char, 'confirm', NOW), char).toEqual(isSame ? CLAIMS : null);
    }
  });

  it('are checked by the time that is passed in, not by the clock of the machine', async () => {
    vi.useFakeTimers({ now: NOW + 86_400_000 });
    try {
      const token = await tokens.make(CLAIMS);
      expect(await tokens.read(token, 'confirm', NOW)).toEqual(CLAIMS);
      vi.setSystemTime(0);
      expect(await tokens.read(token, 'confirm', NOW + 60_000)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('never throw, whatever the text', async () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z0-9_-]{0,60}$/));
    const text = fc.oneof(
      part,
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await tokens.read(token, 'confirm', NOW)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('are refused without work when they are too long', async () => {
    const padded = (length: number) => signed(JSON.stringify({ ...GOOD, x: 'x'.repeat(length) }));
    expect(padded(600).length).toBeLessThanOrEqual(1_024);
    expect(await tokens.read(padded(600), 'confirm', NOW)).toEqual(CLAIMS);
    expect(await tokens.read(padded(800), 'confirm', NOW)).toBeNull();
    expect(await tokens.read('A'.repeat(10_000_000), 'confirm', NOW)).toBeNull();
  });
});

describe('a valid signature over other content', () => {
  it.each<[string, unknown]>([
    ['no subject', { ...GOOD, sub: undefined }],
    ['a subject that is a number', { ...GOOD, sub: 42 }],
    ['a subject that is no number', { ...GOOD, sub: 'x' }],
    ['a subject spelled otherwise', { ...GOOD, sub: '042' }],
    ['a subject with a sign', { ...GOOD, sub: '+42' }],
    ['a subject in another form', { ...GOOD, sub: '4.2e1' }],
    ['the subject 0', { ...GOOD, sub: '0' }],
    ['a negative subject', { ...GOOD, sub: '-1' }],
    ['a subject too large', { ...GOOD, sub: '9007199254740993' }],
    ['an empty subject', { ...GOOD, sub: '' }],
    ['no purpose', { ...GOOD, aud: undefined }],
    ['both purposes', { ...GOOD, aud: ['confirm', 'recover'] }],
    ['a list of one purpose', { ...GOOD, aud: ['confirm'] }],
    ['the other purpose', { ...GOOD, aud: 'recover' }],
    ['no end', { ...GOOD, exp: undefined }],
    ['an end that is a text', { ...GOOD, exp: String(GOOD.exp) }],
    ['an end between seconds', { ...GOOD, exp: GOOD.exp + 0.5 }],
    ['an endless end', { ...GOOD, exp: 1e300 }],
    ['no version', { ...GOOD, v: undefined }],
    ['a version that is a text', { ...GOOD, v: '3' }],
    ['a version between numbers', { ...GOOD, v: 3.5 }],
    ['a negative version', { ...GOOD, v: -1 }],
    ['a version that is null', { ...GOOD, v: null }],
    ['a list', [GOOD]],
    ['null', null],
    ['a text', 'confirm'],
  ])('is not accepted: %s', async (_, payload) => {
    expect(await tokens.read(signed(JSON.stringify(payload)), 'confirm', NOW)).toBeNull();
  });

  it.each(['', '{', '\u{feff}{}', '\0'])('is not accepted: the payload %j', async (payload) => {
    expect(await tokens.read(signed(payload), 'confirm', NOW)).toBeNull();
  });

  it.each<[string, object]>([
    ['alg none', { alg: 'none' }],
    ['another algorithm', { alg: 'HS512' }],
    ['an algorithm of key pairs', { alg: 'RS256' }],
    ['no algorithm', {}],
    ['more parameters', { alg: 'HS256', typ: 'JWT' }],
    ['an extension', { alg: 'HS256', crit: ['b64'], b64: false }],
    ['a key of its own', { alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }],
  ])('is not accepted under another header: %s', async (_, header) => {
    expect(await tokens.read(signed(JSON.stringify(GOOD), header), 'confirm', NOW)).toBeNull();
  });

  it('is not accepted under another algorithm that fits the key', async () => {
    const key = randomBytes(64);
    const [own, claims] = [signedMailTokens(key), new TextEncoder().encode(JSON.stringify(GOOD))];
    const other = await new CompactSign(claims).setProtectedHeader({ alg: 'HS512' }).sign(key);
    expect(await own.read(other, 'confirm', NOW)).toBeNull();
    const same = await new SignJWT(GOOD).setProtectedHeader({ alg: 'HS256' }).sign(key);
    expect(await own.read(same, 'confirm', NOW)).toEqual(CLAIMS);
  });
});

describe('the secret', () => {
  it.each([0, 1, 31])('of %i bytes is too short', (length) => {
    expect(() => signedMailTokens(randomBytes(length))).toThrow(RangeError);
    expect(() => secretFingerprint(randomBytes(length))).toThrow(RangeError);
  });

  it('is not in the error', () => {
    const secret = Buffer.from('a secret that is too short');
    expect(() => signedMailTokens(secret)).toThrow(/^The secret has 26 bytes; at least 32 are needed$/);
  });

  it('is not changed when the caller overwrites its buffer', async () => {
    const own = Uint8Array.from(SECRET);
    const port = signedMailTokens(own);
    own.fill(0);
    expect(await port.read(await tokens.make(CLAIMS), 'confirm', NOW)).toEqual(CLAIMS);
  });

  it('has a stable fingerprint, a different one for each secret, that is not a signature of any token', async () => {
    const zero = new Uint8Array(32);
    expect(secretFingerprint(zero)).toBe(secretFingerprint(new Uint8Array(32)));
    // Servers store the fingerprint. If it changed for the same secret, they would refuse to start.
    expect(secretFingerprint(zero)).toBe('324db98ed0ce9fc23e49fb4c2d830b75e5851052cfca4e987b10a3374dc7b7ee');
    expect(secretFingerprint(zero)).not.toBe(secretFingerprint(zero.with(31, 1)));
    expect(secretFingerprint(zero)).not.toBe(createHmac('sha256', zero).digest('hex'));
  });
});
