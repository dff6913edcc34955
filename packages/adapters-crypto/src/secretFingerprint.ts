import { createHmac } from 'node:crypto';

/**
 * A digest of a secret that is safe to store: servers compare it to notice that they do not share one. It is an
 * HMAC-SHA256 in hex, over a label that nothing else is signed with.
 */
export function secretFingerprint(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('algotheque secret fingerprint v1').digest('hex');
}
