import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MailPurpose, MailTokenClaims, MailTokens } from '@algotheque/domain';

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

/** The first number of a token. A number is never given to another purpose: a link of the one would then work as the other. */
const PURPOSES: Readonly<Record<MailPurpose, number>> = {
  confirm: 1,
  recover: 2,
  change_email: 3,
  take_back: 4,
  invitation: 5,
};

/** What is signed besides the numbers: a signature for anything else that the secret signs is never one of a token. */
const LABEL = 'algotheque mail token v1\0';
/** Of the HMAC-SHA-256. NIST SP 800-107, 5.3.4: guesses at 128 bits are hopeless where each is a request. */
const SIGNATURE_BYTES = 16;
/** The last byte, without meaning: `-` and `_` at the end of a link are left out by mail programs that look for links in a text. */
const LAST = Buffer.of(0);
/**
 * From 21 bytes, four small numbers, the signature and the last byte, to 811: four of the largest numbers, and an address of 254
 * characters.
 */
const TOKEN = /^[\w-]{28,1082}$/;

/**
 * Mail tokens: purpose, user, version and end (seconds) as numbers of variable length, and their signature, in
 * base64url. A token has 34 to 36 characters for the first two million users; that of an invitation has the characters of the address, too.
 * @param secret at least 32 random bytes, the same on all servers
 * @throws RangeError when the secret is shorter
 */
export function signedMailTokens(secret: Uint8Array): MailTokens {
  const key = secretKey(secret);
  return {
    async make({ userId, purpose, version, dateExpiration, adresseMail = '' }) {
      const address = Array.from(adresseMail, (character) => character.codePointAt(0) ?? 0);
      return tokenOf([PURPOSES[purpose], userId, version, Math.floor(dateExpiration / 1_000), ...address], key);
    },
    async read(token, purpose, now) {
      const numbers = TOKEN.test(token)
        ? readNumbers(Buffer.from(token, 'base64url').subarray(0, -SIGNATURE_BYTES - LAST.length))
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
  return Buffer.concat([written, signature.subarray(0, SIGNATURE_BYTES), LAST]).toString('base64url');
}

/** Takes the same time wherever the texts differ. */
function areSame(text: string, other: string): boolean {
  const [one, two] = [Buffer.from(text), Buffer.from(other)];
  return one.length === two.length && timingSafeEqual(one, two);
}

/** Null when the purpose is another, or the numbers are not as `make` has them, although the signature is right. */
function claimsOf(numbers: readonly number[], purpose: MailPurpose): MailTokenClaims | null {
  const [number, userId = 0, version = 0, end = 0, ...address] = numbers;
  if (numbers.length < 4 || number !== PURPOSES[purpose] || userId < 1) return null;
  if (address.length > 0 !== (purpose === 'invitation')) return null;
  const claims = { userId, purpose, version, dateExpiration: end * 1_000 };
  return address.length === 0 ? claims : { ...claims, adresseMail: String.fromCodePoint(...address) };
}

/** LEB128: seven bits of the number in each byte, the lowest first. All bytes but the last have the highest bit. */
const BASE = 128;

/**
 * Numbers as bytes, one after the other.
 * @throws RangeError for what is not an integer from 0 to Number.MAX_SAFE_INTEGER
 */
export function writtenNumbers(numbers: readonly number[]): Buffer {
  return Buffer.from(numbers.flatMap(bytesOf));
}

function bytesOf(number: number): number[] {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('A mail token holds integers from 0 on');
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
  return [...bytes, rest];
}

/**
 * The numbers of which the bytes consist; null when the last one is cut, or one is above Number.MAX_SAFE_INTEGER. Accepts numbers
 * that are longer than `writtenNumbers` makes them.
 */
function readNumbers(bytes: Uint8Array): readonly number[] | null {
  const numbers: number[] = [];
  let [number, weight] = [0, 1];
  for (const byte of bytes) {
    number += (byte % BASE) * weight;
    weight *= BASE;
    if (!Number.isSafeInteger(number)) return null;
    if (byte >= BASE) continue;
    numbers.push(number);
    [number, weight] = [0, 1];
  }
  return weight === 1 ? numbers : null;
}
