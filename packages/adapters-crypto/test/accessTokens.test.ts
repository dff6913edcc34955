import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomAccessTokens } from '../src/index.ts';
import { tampered } from './tokenTampering.ts';

const tokens = randomAccessTokens();

describe('access tokens', () => {
  it('have the SHA-256 of their text as digest, in hex', () => {
    const { token, digest } = tokens.make();
    expect(digest).toBe(createHash('sha256').update(token).digest('hex'));
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('have one valid spelling: no other text has the same digest', () => {
    const { token, digest } = tokens.make();
    fc.assert(
      fc.property(tampered(token), (other) => {
        expect(tokens.digest(other)).not.toBe(digest);
      }),
    );
  });

  it('have 256 random bits, and are accepted only as 32 bytes in canonical base64url', () => {
    expect(Buffer.from(tokens.make().token, 'base64url')).toHaveLength(256 / 8);
    const near = fc.stringMatching(/^[A-Za-z0-9_+/=-]{41,45}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        const bytes = Buffer.from(text, 'base64url');
        const isCanonical = bytes.length === 32 && bytes.toString('base64url') === text;
        expect(tokens.digest(text) !== null).toBe(isCanonical);
      }),
      { numRuns: 1_000 },
    );
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const text = 'A'.repeat(42) + last;
      const isCanonical = Buffer.from(text, 'base64url').toString('base64url') === text;
      expect(tokens.digest(text) !== null, last).toBe(isCanonical);
    }
  });

  it('are refused without hashing when they are too long', () => {
    expect(tokens.digest('A'.repeat(10_000_000))).toBeNull();
  });
});
