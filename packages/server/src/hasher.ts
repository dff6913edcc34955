import { argon2Hasher, type QueuedHasher } from '@algotheque/adapters-crypto';
import type { Settings } from './settings/loadSettings.ts';

/** The hasher of passwords as the settings say. */
export function hasherOf({ hashMemory, hashIterations, hashParallelism, hashConcurrency }: Settings): QueuedHasher {
  return argon2Hasher({
    memoryKiB: hashMemory,
    iterations: hashIterations,
    parallelism: hashParallelism,
    ...(hashConcurrency !== null && { concurrency: hashConcurrency }),
  });
}
