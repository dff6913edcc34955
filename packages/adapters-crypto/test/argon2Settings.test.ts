import { availableParallelism } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { argon2Settings } from '../src/argon2Settings.ts';
import { type Argon2Options, argon2Hasher } from '../src/index.ts';

it.each([
  [undefined, 2],
  ['', 1],
  ['1', 1],
  ['3', 1],
  ['1000', availableParallelism() + 2],
])('hashes leave two threads of a pool of %s to files', (size, hashes) => {
  vi.stubEnv('UV_THREADPOOL_SIZE', size);
  expect(argon2Settings({}, false).concurrency).toBe(hashes);
  vi.unstubAllEnvs();
});

describe('settings', () => {
  it.each<[Argon2Options, string]>([
    [{ memoryKiB: 19_455 }, 'memoryKiB'],
    [{ iterations: 1 }, 'iterations'],
    [{ parallelism: 0 }, 'parallelism'],
    [{ parallelism: 256 }, 'parallelism'],
    [{ memoryKiB: 20_000.5 }, 'memoryKiB'],
    [{ memoryKiB: 2 ** 32 }, 'memoryKiB'],
    [{ memoryKiB: Number.NaN }, 'memoryKiB'],
    [{ iterations: Number.POSITIVE_INFINITY }, 'iterations'],
    [{ concurrency: 0 }, 'concurrency'],
    [{ maxWaiting: -1 }, 'maxWaiting'],
    [{ maxWaitMs: 0 }, 'maxWaitMs'],
    [{ maxWaitMs: 2 ** 31 }, 'maxWaitMs'],
    [{ allowWeak: true, memoryKiB: 15, parallelism: 2 }, 'memoryKiB'],
    [{ allowWeak: true, iterations: 0 }, 'iterations'],
  ])('are refused by name when they are out of bounds: %j', (options, name) => {
    expect(() => argon2Hasher(options)).toThrow(RangeError);
    expect(() => argon2Hasher(options)).toThrow(new RegExp(`^${name} `));
  });
});
