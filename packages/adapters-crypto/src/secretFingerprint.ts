import { createHmac } from 'node:crypto';
import { secretKey } from './secretKey.ts';

/**
 * What tells secrets apart without giving them away: safe to store, so that servers with different secrets notice. In
 * hex; its text is fixed for good, and no token is ever made of it.
 * @throws RangeError when the secret is shorter than 32 bytes
 */
export function secretFingerprint(secret: Uint8Array): string {
  return createHmac('sha256', secretKey(secret)).update('algotheque secret fingerprint v1').digest('hex');
}
