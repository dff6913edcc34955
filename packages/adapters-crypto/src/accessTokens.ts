import { hash, randomBytes } from 'node:crypto';
import type { AccessTokens } from '@algotheque/domain';

/**
 * 256 bits in base64url without padding. The last character holds four of them: 16 characters are canonical there, all others decode to
 * the same bytes as one of these.
 */
const TOKEN = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Access tokens of 256 bits from the system's source of randomness; the digest is their SHA-256 in hex. */
export function randomAccessTokens(): AccessTokens {
  return {
    make() {
      const token = randomBytes(32).toString('base64url');
      return { token, digest: digestOfToken(token) };
    },
    digest: (token) => (TOKEN.test(token) ? digestOfToken(token) : null),
  };
}

const digestOfToken = (token: string): string => hash('sha256', token, 'hex');
