import { availableParallelism } from 'node:os';
import { expect, it, vi } from 'vitest';
import { argon2Settings } from '../src/argon2Settings.ts';

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
