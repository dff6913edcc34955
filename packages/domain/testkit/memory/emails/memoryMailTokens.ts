import { createHash, randomBytes } from 'node:crypto';
import type { MailTokenClaims, MailTokens } from '@algotheque/domain';

/** NOT SECURE: signs by a plain hash over key and claims. Instances with the same key accept each other's tokens. */
export function memoryMailTokens(key: string = randomBytes(32).toString('base64url')): MailTokens {
  const sign = (payload: string): string => createHash('sha256').update(`${key}.${payload}.${key}`).digest('base64url');
  return {
    async make({ userId, purpose, version, dateExpiration, adresseMail }) {
      const wholeSeconds = Math.floor(dateExpiration / 1_000) * 1_000;
      const claims = { userId, purpose, version, dateExpiration: wholeSeconds, adresseMail };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },
    async read(token, purpose, now) {
      const [payload = '', signature] = token.split('.', 2);
      if (`${payload}.${signature}` !== token || signature !== sign(payload)) return null;
      // The signature matches, so `make` wrote these claims.
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as MailTokenClaims;
      return claims.purpose === purpose && now < claims.dateExpiration ? claims : null;
    },
  };
}
