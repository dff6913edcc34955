import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Seal } from './lines.ts';

/** @param digest the SHA-256 of all bytes before the seal @param secret that of the service; null makes a seal without a signature */
export const sealOf = (digest: string, secret: Uint8Array | null): Seal => ({
  sha256: digest,
  signature: secret === null ? null : signatureOf(digest, secret),
});

/** Whether somebody with this secret has made the seal. */
export function isSignedBy({ sha256, signature }: Seal, secret: Uint8Array): boolean {
  return signature !== null && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(sha256, secret)));
}

/** The label is of no other use of the secret. */
const signatureOf = (digest: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`algotheque backup\n${digest}`).digest('hex');
