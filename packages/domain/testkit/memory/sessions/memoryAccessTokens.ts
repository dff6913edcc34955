import { createHash, randomBytes } from 'node:crypto';
import type { AccessTokens } from '@algotheque/domain';

// 256 bits are 43 characters, of which the last holds four bits.
const FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export function memoryAccessTokens(): AccessTokens {
  const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
  return {
    make() {
      const token = randomBytes(32).toString('base64url');
      return { token, digest: digestOf(token) };
    },
    digest: (token) => (FORM.test(token) ? digestOf(token) : null),
  };
}
