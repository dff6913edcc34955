import type { MailTokenClaims, MailTokens } from '@algotheque/domain';
import { randomBase64url, toBase64url } from '../encoding.ts';
import { sha256 } from '../sha256.ts';

/** NOT SECURE: signs by a plain hash over key and claims. Tokens are good for whoever has the same key. */
export function memoryMailTokens(key: string = randomBase64url(32)): MailTokens {
  const sign = (payload: string): string => toBase64url(sha256(`${key}.${payload}.${key}`));
  return {
    async make({ userId, purpose, credentialsVersion, dateExpiration }) {
      const wholeSeconds = Math.floor(dateExpiration / 1_000) * 1_000;
      const claims = { userId, purpose, credentialsVersion, dateExpiration: wholeSeconds };
      const payload = toBase64url(new TextEncoder().encode(JSON.stringify(claims)));
      return `${payload}.${sign(payload)}`;
    },
    async read(token, purpose, now) {
      const [payload = '', signature] = token.split('.', 2);
      if (`${payload}.${signature}` !== token || signature !== sign(payload)) return null;
      // The signature says that this is what `make` wrote.
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as MailTokenClaims;
      return claims.purpose === purpose && now < claims.dateExpiration ? claims : null;
    },
  };
}
