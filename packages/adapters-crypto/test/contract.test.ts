import { randomBytes } from 'node:crypto';
import { accessTokensContract, mailTokensContract, passwordHasherContract } from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { argon2Hasher, randomAccessTokens, signedMailTokens } from '../src/index.ts';

const runner = { describe, it };

passwordHasherContract(runner, async () => {
  const cost = { allowWeak: true, memoryKiB: 64, parallelism: 1 };
  const weaker = argon2Hasher({ ...cost, iterations: 1 });
  return { port: argon2Hasher({ ...cost, iterations: 2 }), weaker: (password) => weaker.hash(password) };
});

mailTokensContract(runner, async () => {
  const secret = randomBytes(32);
  return {
    port: signedMailTokens(secret),
    stranger: signedMailTokens(randomBytes(32)),
    reopen: async () => signedMailTokens(secret),
  };
});

accessTokensContract(runner, async () => ({ port: randomAccessTokens() }));
