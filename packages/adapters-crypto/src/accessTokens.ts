import { hash, randomBytes } from 'node:crypto';
import type { AccessTokens } from '@algotheque/domain';
import { BITS_256 } from './base64url.ts';

const TOKEN = new RegExp(`^${BITS_256}$`);

/** Access tokens of 256 bits from the system's source of randomness; the digest is their SHA-256 in hex. */
export function randomAccessTokens(): AccessTokens {
  return {
    make() {
      const token = randomBytes(32).toString('base64url');
      return { token, digest: digestOf(token) };
    },
    digest: (token) => (TOKEN.test(token) ? digestOf(token) : null),
  };
}

const digestOf = (token: string): string => hash('sha256', token, 'hex');
