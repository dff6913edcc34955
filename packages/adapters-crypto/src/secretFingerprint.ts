import { createHmac } from 'node:crypto';
import { secretKey } from './secretKey.ts';

/**
 * Identifies a secret without revealing it: safe to store, so that servers with different secrets notice. In hex.
 * Its text never changes, and no token is made from it.
 * @throws RangeError when the secret is shorter than 32 bytes
 */
export function secretFingerprint(secret: Uint8Array): string {
  return createHmac('sha256', secretKey(secret)).update('algotheque secret fingerprint v1').digest('hex');
}
