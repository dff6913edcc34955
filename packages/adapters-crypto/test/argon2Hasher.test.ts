import { UnavailableError } from '@algotheque/domain';
import { FakeClock } from '@algotheque/domain/memory';
import { parseOptions } from '@node-rs/argon2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Argon2Options, argon2Hasher } from '../src/index.ts';

const calls = vi.hoisted(() => ({ verified: [] as string[], underWay: 0, most: 0, made: 0, isAllRight: false }));

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls.underWay += 1;
    calls.most = Math.max(calls.most, calls.underWay);
    calls.made += 1;
    return work().finally(() => {
      calls.underWay -= 1;
    });
  };
  const hash: typeof original.hash = (...args) => counted(() => original.hash(...args));
  const verify: typeof original.verify = (...args) => {
    calls.verified.push(String(args[0]));
    return counted(async () => (await original.verify(...args)) || calls.isAllRight);
  };
  return { ...original, hash, verify };
});

const WEAK = { allowWeak: true, memoryKiB: 64, iterations: 1 } as const;

beforeEach(() => {
  Object.assign(calls, { verified: [], underWay: 0, most: 0, made: 0, isAllRight: false });
});

describe('hashes', () => {
  it('are argon2id of the least cost that OWASP recommends, with a salt of 16 bytes', async () => {
    const hash = await argon2Hasher().hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(parseOptions(hash)).toMatchObject({ algorithm: 2, version: 1, saltLen: 16, outputLen: 32 });
  });

  it('have the configured cost', async () => {
    const hash = await argon2Hasher({ memoryKiB: 20_000, iterations: 3, parallelism: 2 }).hash('correct horse');
    expect(parseOptions(hash)).toMatchObject({ memoryCost: 20_000, timeCost: 3, parallelism: 2 });
  });

  it('differ for passwords that share their first 72 bytes', async () => {
    const hasher = argon2Hasher(WEAK);
    const shared = 'a'.repeat(72);
    const hash = await hasher.hash(`${shared}b`);
    expect(await hasher.verify(`${shared}b`, hash)).toBe(true);
    expect(await hasher.verify(`${shared}c`, hash)).toBe(false);
    expect(await hasher.verify(shared, hash)).toBe(false);
  });
});

describe('verifying without a stored hash', () => {
  it('does the same work as with a hash: one verification at the current cost', async () => {
    const hasher = argon2Hasher(WEAK);
    const hash = await hasher.hash('correct horse');
    calls.made = 0;
    expect(await hasher.verify('correct horse', null)).toBe(false);
    expect(await hasher.verify('wrong', hash)).toBe(false);
    expect(calls.made).toBe(2);
    const [decoy = '', own = ''] = calls.verified;
    expect(own).toBe(hash);
    expect(parseOptions(decoy)).toEqual(parseOptions(hash));
    await hasher.verify('', null);
    expect(calls.verified[2]).toBe(decoy);
  });

  it('is false even for the password of the dummy hash', async () => {
    calls.isAllRight = true;
    expect(await argon2Hasher(WEAK).verify('found by chance', null)).toBe(false);
  });

  it('uses another dummy hash in each instance, so no password matches in all', async () => {
    for (const hasher of [argon2Hasher(WEAK), argon2Hasher(WEAK)]) await hasher.verify('x', null);
    expect(new Set(calls.verified).size).toBe(2);
  });

  it('waits in the same queue', async () => {
    const hasher = argon2Hasher({ ...WEAK, concurrency: 1, maxWaiting: 0 });
    const first = hasher.verify('x', null);
    await expect(hasher.verify('x', null)).rejects.toBeInstanceOf(UnavailableError);
    expect(await first).toBe(false);
  });
});

describe('a stored hash that is damaged', () => {
  const GOOD = '$argon2id$v=19$m=64,t=1,p=1$X2z2v0xuVYBaOWpRL+cv5A$fXkkR/+Q3HWRqZqSaYU4K+xW2yeYjIHhgzPh4/u6LEo';
  const broken = [
    '',
    'x',
    'null',
    GOOD.slice(0, -1),
    GOOD.slice(1),
    GOOD.replace('v=19', 'v=18'),
    GOOD.replace('m=64', 'm=-1'),
    GOOD.replace('t=1', 't=x'),
    GOOD.replace('t=1', 't=101'), // 4,294,967,295 passes would take days
    GOOD.replace('m=64', 'm=1048577'),
    GOOD.replace('p=1', 'p=17').replace('m=64', 'm=1024'),
    GOOD.replace('argon2id', 'argon2x'),
    `${GOOD}$`,
    '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    '$argon2id$v=19$m=64,t=1,p=1$',
  ];

  it.each(broken)('is an error, not a wrong password: %j', async (stored) => {
    const hasher = argon2Hasher(WEAK);
    const error: unknown = await hasher.verify('my secret password', stored).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnavailableError);
    const shown = error instanceof Error ? `${error.stack} ${String(error.cause)}` : '';
    expect(shown).toContain('malformed');
    expect(shown).not.toContain('my secret password');
    if (stored.length > 20) expect(shown).not.toContain(stored.slice(-20));
    expect(() => hasher.needsRehash(stored)).toThrow('malformed');
    expect(calls.made).toBe(0);
  });

  it('does not block the next verification', async () => {
    const hasher = argon2Hasher({ ...WEAK, concurrency: 1, maxWaiting: 0 });
    await expect(hasher.verify('x', 'broken')).rejects.toThrow('malformed');
    expect(await hasher.verify('x', await hasher.hash('x'))).toBe(true);
  });
});

describe('whether a hash must be made again', () => {
  const hashAt = (options: Argon2Options) => argon2Hasher({ ...WEAK, ...options }).hash('password');
  const today = argon2Hasher({ ...WEAK, memoryKiB: 128, iterations: 2 });

  it.each([
    ['less memory', { memoryKiB: 127, iterations: 2 }, true],
    ['fewer passes', { memoryKiB: 128, iterations: 1 }, true],
    ['less memory, more passes', { memoryKiB: 64, iterations: 9 }, true],
    ['the same cost', { memoryKiB: 128, iterations: 2 }, false],
    ['more memory', { memoryKiB: 256, iterations: 2 }, false],
    ['more passes', { memoryKiB: 128, iterations: 3 }, false],
    ['other lanes', { memoryKiB: 128, iterations: 2, parallelism: 2 }, false],
  ] as const)('depends on its cost: %s', async (_, options, expected) => {
    expect(today.needsRehash(await hashAt(options))).toBe(expected);
  });

  it.each([
    ['another variant', (hash: string) => hash.replace('argon2id', 'argon2i')],
    ['an older version', (hash: string) => hash.replace('v=19', 'v=16')],
    ['a shorter salt', (hash: string) => hash.replace(/\$[^$]{22}\$/, '$AAAAAAAAAAA$')],
    ['a shorter output', (hash: string) => hash.replace(/\$[^$]{43}$/, '$AAAAAAAAAAAAAAAAAAAAAA')],
  ])('depends on its kind: %s', async (_, change) => {
    const hash = await today.hash('password');
    expect(today.needsRehash(hash)).toBe(false);
    expect(today.needsRehash(change(hash))).toBe(true);
  });
});

it('many logins at once are refused when they wait too long by the injected clock', async () => {
  const clock = new FakeClock();
  const hasher = argon2Hasher({ ...WEAK, concurrency: 1, maxWaitMs: 70, clock });
  const first = hasher.hash('first');
  const second = hasher.hash('second');
  clock.advance(70);
  await expect(second).rejects.toBeInstanceOf(UnavailableError);
  expect(await hasher.verify('first', await first)).toBe(true);
});
