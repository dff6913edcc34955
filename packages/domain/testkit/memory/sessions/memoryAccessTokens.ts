import type { AccessTokens } from '@algotheque/domain';
import { randomBase64url, toHex } from '../encoding.ts';
import { sha256 } from '../sha256.ts';

// 256 bits are 43 characters, of which the last holds four bits.
const FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export function memoryAccessTokens(): AccessTokens {
  const digestOf = (token: string): string => toHex(sha256(token));
  return {
    make() {
      const token = randomBase64url(32);
      return { token, digest: digestOf(token) };
    },
    digest: (token) => (FORM.test(token) ? digestOf(token) : null),
  };
}
