import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from '../../../testkit/memory/encoding.ts';
import { sha256 } from '../../../testkit/memory/sha256.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 100_000])('hashes %i bytes as node:crypto does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
  expect(toHex(sha256(bytes))).toBe(expected(bytes));
});

it('hashes any bytes and texts as node:crypto does', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => toHex(sha256(bytes)) === expected(bytes)));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => toHex(sha256(text)) === expected(Buffer.from(text))),
  );
});
