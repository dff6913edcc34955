import { describe, expect, it, vi } from 'vitest';
import { argon2Hasher } from '../src/index.ts';

const memory = vi.hoisted(() => ({ held: 0, most: 0 }));

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const verify: typeof original.verify = async (hash) => {
    const { memoryCost } = original.parseOptions(String(hash));
    memory.held += memoryCost;
    memory.most = Math.max(memory.most, memory.held);
    await new Promise((resolve) => setImmediate(resolve));
    memory.held -= memoryCost;
    return false;
  };
  return { ...original, verify };
});

describe('200 logins at once', () => {
  it('use only the memory of the hashes that run at once; 64 of one address wait', async () => {
    const hasher = argon2Hasher({ concurrency: 2 });
    const logins = Array.from({ length: 200 }, () => hasher.verify('wrong', null, { address: '203.0.113.7' }));
    const outcomes = await Promise.allSettled(logins);
    expect(memory.most).toBe(2 * 19_456);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 64);
  });

  it('of different addresses wait, up to 256 in all', async () => {
    const hasher = argon2Hasher({ concurrency: 2 });
    const from = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        hasher.verify('wrong', null, { address: `203.0.${index >> 8}.${index & 255}` }),
      );
    const outcomes = await Promise.allSettled(from(1_000));
    expect(memory.most).toBe(2 * 19_456);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 256);
  });
});
