import { createHmac, randomBytes } from 'node:crypto';
import type { MailTokenClaims } from '@algotheque/domain';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { secretFingerprint, signedMailTokens } from '../src/index.ts';
import { writtenNumbers } from '../src/mailTokens.ts';
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

/** A genuine signature over any bytes, with our label before them or another. */
const signed = (payload: Uint8Array, label = 'algotheque mail token v1\0', bytes = 16): string => {
  const signature = createHmac('sha256', SECRET).update(label).update(payload).digest();
  return Buffer.concat([payload, signature.subarray(0, bytes), Buffer.of(0)]).toString('base64url');
};

const END = NOW / 1_000 + 60;
const GOOD = [1, 42, 3, END];

describe('mail tokens', () => {
  it('are four numbers and 128 bits of a signature: purpose, user, version, end', async () => {
    expect(await tokens.make(CLAIMS)).toBe(signed(writtenNumbers(GOOD)));
    const purposes = ['confirm', 'recover', 'change_email', 'take_back', 'invitation'] as const;
    const made = await Promise.all(purposes.map((purpose) => tokens.make({ ...CLAIMS, purpose })));
    expect(made).toEqual([1, 2, 3, 4, 5].map((number) => signed(writtenNumbers(GOOD.with(0, number)))));
  });

  it('read the claims of what was signed', async () => {
    expect(await tokens.read(signed(writtenNumbers(GOOD)), 'confirm', NOW)).toEqual(CLAIMS);
  });

  it('are short: 34 characters for one of the first 127 users, 36 for one of two million, never more than 55 without an address', async () => {
    expect(await tokens.make(CLAIMS)).toHaveLength(34);
    expect(await tokens.make({ ...CLAIMS, userId: 2_000_000 })).toHaveLength(36);
    const most = Number.MAX_SAFE_INTEGER;
    expect(await tokens.make({ ...CLAIMS, userId: most, version: most, dateExpiration: most })).toHaveLength(55);
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
        expect(token).toMatch(/^[\w-]{33,63}[A-Za-z\d]$/);
        const rounded = { ...given, dateExpiration: Math.floor(given.dateExpiration / 1_000) * 1_000 };
        expect(await tokens.read(token, given.purpose, NOW)).toEqual(rounded);
      }),
    );
  });

  it.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'are not made of the number %d',
    async (number) => {
      for (const fields of [{ userId: number }, { version: number }])
        await expect(tokens.make({ ...CLAIMS, ...fields })).rejects.toBeInstanceOf(RangeError);
    },
  );

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
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z0-9_-]{0,70}$/));
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await tokens.read(token, 'confirm', NOW)).toBeNull();
      }),
      { numRuns: 500 },
    );
    expect(await tokens.read('A'.repeat(10_000_000), 'confirm', NOW)).toBeNull();
  });
});

describe('a valid signature over other content', () => {
  const padded = (number: number) => [...writtenNumbers([number])].map((byte) => byte + 128);

  it.each<[string, readonly number[]]>([
    ['nothing', []],
    ['no end', writtenNumbers(GOOD.slice(0, 3)).toJSON().data],
    ['one number more', writtenNumbers([...GOOD, 0]).toJSON().data],
    ['the user 0', writtenNumbers(GOOD.with(1, 0)).toJSON().data],
    ['no purpose', writtenNumbers(GOOD.with(0, 0)).toJSON().data],
    ['another purpose', writtenNumbers(GOOD.with(0, 2)).toJSON().data],
    ['an unknown purpose', writtenNumbers(GOOD.with(0, 9)).toJSON().data],
    ['the end of now', writtenNumbers(GOOD.with(3, NOW / 1_000)).toJSON().data],
    ['a cut number', [...writtenNumbers(GOOD), 128]],
    ['a number in more bytes than it needs', [1, 170, 0, ...writtenNumbers([3, END])]],
    ['a user above all integers', [1, ...Array.from({ length: 8 }, () => 255), 127, ...writtenNumbers([3, END])]],
    ['a user of endless bytes', [1, ...padded(42), ...Array.from({ length: 20 }, () => 128), 0, 3]],
  ])('is not accepted: %s', async (_, bytes) => {
    expect(await tokens.read(signed(Uint8Array.from(bytes)), 'confirm', NOW)).toBeNull();
  });

  it.each<[string, string, number]>([
    ['no label', '', 16],
    ['the label of another thing', 'algotheque secret fingerprint v1', 16],
    ['a longer signature', 'algotheque mail token v1\0', 17],
    ['a shorter signature', 'algotheque mail token v1\0', 15],
    ['a whole signature', 'algotheque mail token v1\0', 32],
    ['no signature', 'algotheque mail token v1\0', 0],
  ])('is not accepted: %s', async (_, label, bytes) => {
    expect(await tokens.read(signed(writtenNumbers(GOOD), label, bytes), 'confirm', NOW)).toBeNull();
  });

  it('is not accepted as a JWT with the same claims and secret', async () => {
    const claims = { sub: '42', aud: 'confirm', exp: END, v: 3 };
    const text = [{ alg: 'HS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signature = createHmac('sha256', SECRET).update(text.join('.')).digest('base64url');
    expect(await tokens.read([...text, signature].join('.'), 'confirm', NOW)).toBeNull();
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
