import { argon2Hasher } from '@algotheque/adapters-crypto';
import type { PasswordHasher } from '@algotheque/domain';
import type { Settings } from './settings/loadSettings.ts';

/** The hasher of passwords as the settings say. */
export function hasherOf({ hashMemory, hashIterations, hashParallelism, hashConcurrency }: Settings): PasswordHasher {
  return argon2Hasher({
    memoryKiB: hashMemory,
    iterations: hashIterations,
    parallelism: hashParallelism,
    ...(hashConcurrency !== null && { concurrency: hashConcurrency }),
  });
}
