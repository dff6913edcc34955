import { createHash, randomBytes } from 'node:crypto';
import type { AccessTokens } from '@algotheque/domain';

const BYTES = 32;
// 43 characters hold 256 bits and two more, which are zero in the one canonical spelling of a token.
const FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Access tokens of 256 random bits in base64url (43 characters), stored as the SHA-256 of the text, in hex. */
export function randomAccessTokens(): AccessTokens {
  const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    make() {
      const token = randomBytes(BYTES).toString('base64url');
      return { token, digest: digestOf(token) };
    },
    digest: (token) => (FORM.test(token) ? digestOf(token) : null),
  };
}
