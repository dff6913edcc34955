import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MailPurpose, MailTokenClaims, MailTokens } from '@algotheque/domain';
import { readNumbers, writtenNumbers } from './numbers.ts';

/** RFC 2104, 3: a key of HMAC with fewer bytes than its hash makes it weaker. */
const LEAST_SECRET_BYTES = 32;

/** @throws RangeError when the secret is shorter than 32 bytes */
function secretKey(secret: Uint8Array): KeyObject {
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

/**
 * The first number of a token. A number is never given to another purpose: a link of the one would then work as the other.
 */
const PURPOSES: Readonly<Record<MailPurpose, number>> = { confirm: 1, recover: 2, change_email: 3, take_back: 4 };

/** What is signed besides the numbers: a signature for anything else that the secret signs is never one of a token. */
const LABEL = 'algotheque mail token v1\0';
/** Of the HMAC-SHA-256. NIST SP 800-107, 5.3.4: guesses at 128 bits are hopeless where each is a request. */
const SIGNATURE_BYTES = 16;
/** From 20 bytes, four small numbers and the signature, to 48, four of the largest. */
const TOKEN = /^[\w-]{27,64}$/;

/**
 * Mail tokens: purpose, user, version and end (seconds) as numbers of variable length, and their signature, in
 * base64url. A token has 32 to 35 characters for the first two million users.
 * @param secret at least 32 random bytes, the same on all servers
 * @throws RangeError when the secret is shorter
 */
export function signedMailTokens(secret: Uint8Array): MailTokens {
  const key = secretKey(secret);
  return {
    async make({ userId, purpose, version, dateExpiration }) {
      return tokenOf([PURPOSES[purpose], userId, version, Math.floor(dateExpiration / 1_000)], key);
    },
    async read(token, purpose, now) {
      const numbers = TOKEN.test(token)
        ? readNumbers(Buffer.from(token, 'base64url').subarray(0, -SIGNATURE_BYTES))
        : null;
      // Compares the whole text, so that a token has one spelling only.
      if (numbers === null || !areSame(token, tokenOf(numbers, key))) return null;
      const claims = claimsOf(numbers, purpose);
      return claims === null || claims.dateExpiration <= now ? null : claims;
    },
  };
}

function tokenOf(numbers: readonly number[], key: KeyObject): string {
  const written = writtenNumbers(numbers);
  const signature = createHmac('sha256', key).update(LABEL).update(written).digest();
  return Buffer.concat([written, signature.subarray(0, SIGNATURE_BYTES)]).toString('base64url');
}

/** Takes the same time wherever the texts differ. */
function areSame(text: string, other: string): boolean {
  const [one, two] = [Buffer.from(text), Buffer.from(other)];
  return one.length === two.length && timingSafeEqual(one, two);
}

/** Null when the purpose is another, or the numbers are not as `make` has them, although the signature is right. */
function claimsOf(numbers: readonly number[], purpose: MailPurpose): MailTokenClaims | null {
  const [number, userId = 0, version = 0, end = 0] = numbers;
  const isMade = numbers.length === 4 && number === PURPOSES[purpose] && userId >= 1;
  return isMade ? { userId, purpose, version, dateExpiration: end * 1_000 } : null;
}
