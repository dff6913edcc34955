import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** RFC 2104, 3: a key of HMAC with fewer bytes than its hash makes it weaker. */
const LEAST_SECRET_BYTES = 32;

/** @throws RangeError when the secret is shorter than 32 bytes */
export function secretKey(secret: Uint8Array): KeyObject {
  if (secret.byteLength < LEAST_SECRET_BYTES) {
    throw new RangeError(`The secret has ${secret.byteLength} bytes; at least ${LEAST_SECRET_BYTES} are needed`);
  }
  return createSecretKey(secret);
}

/**
 * Identifies a secret without revealing it: safe to store, so that servers with different secrets notice. In hex.
 * Its text never changes, and no token is made from it.
 * @throws RangeError when the secret is shorter than 32 bytes
 */
export function secretFingerprint(secret: Uint8Array): string {
  return createHmac('sha256', secretKey(secret)).update('algotheque secret fingerprint v1').digest('hex');
}
