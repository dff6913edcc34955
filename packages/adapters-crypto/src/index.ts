export { randomAccessTokens } from './accessTokens.ts';
export { type Argon2Options, argon2Hasher, type QueuedHasher } from './argon2Hasher.ts';
export type { Argon2Settings } from './argon2Settings.ts';
export type { HashLoad } from './hashQueue.ts';
export { secretFingerprint, signedMailTokens } from './mailTokens.ts';
