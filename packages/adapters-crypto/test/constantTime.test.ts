import { expect, it, vi } from 'vitest';
import { signedMailTokens } from '../src/index.ts';

const compared = vi.hoisted(() => [] as string[]);

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  return {
    ...crypto,
    timingSafeEqual(one: Buffer, other: Buffer): boolean {
      compared.push(String(one));
      return crypto.timingSafeEqual(one, other);
    },
  };
});

it('a link is compared whole by the function of Node that takes the same time wherever texts differ', async () => {
  const tokens = signedMailTokens(new Uint8Array(32));
  const token = await tokens.make({ userId: 1, purpose: 'recover', version: 1, dateExpiration: 10_000 });
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect(await tokens.read(changed, 'recover', 0)).toBeNull();
  expect(await tokens.read(token, 'recover', 0)).not.toBeNull();
  expect(compared).toEqual([changed, token]);
});
