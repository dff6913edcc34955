import type { KeyObject } from 'node:crypto';
import type { MailPurpose, MailTokenClaims, MailTokens } from '@algotheque/domain';
import type { JWTPayload } from 'jose';
import { BITS_256 } from './base64url.ts';
import { secretKey } from './secretKey.ts';

const ALGORITHM = 'HS256';
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM })).toString('base64url');

// Accepts only this header, even if a verifier would accept others. The signature must be canonical, so that a
// token has one spelling.
const TOKEN = new RegExp(`^${HEADER}\\.[A-Za-z0-9_-]+\\.${BITS_256}$`);
const MOST_CHARS = 1_024;

/** Loaded at the first token: a start need not wait for it. */
const jose = () => import('jose');

/** The claim that holds `version`. */
const VERSION_CLAIM = 'v';

/**
 * Mail tokens as signed JWTs (RFC 7519) under HS256: subject is the user, audience is the purpose.
 * @param secret at least 32 random bytes, the same on all servers
 * @throws RangeError when the secret is shorter
 */
export function signedMailTokens(secret: Uint8Array): MailTokens {
  const key = secretKey(secret);
  return {
    async make({ userId, purpose, version, dateExpiration }) {
      const { SignJWT } = await jose();
      return new SignJWT({ [VERSION_CLAIM]: version })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(userId))
        .setAudience(purpose)
        .setExpirationTime(Math.floor(dateExpiration / 1_000))
        .sign(key);
    },
    async read(token, purpose, now) {
      if (token.length > MOST_CHARS || !TOKEN.test(token)) return null;
      const payload = await verifiedPayload(token, key, { purpose, now });
      return payload === null ? null : claimsOf(payload, purpose);
    },
  };
}

async function verifiedPayload(
  token: string,
  key: KeyObject,
  { purpose, now }: { readonly purpose: MailPurpose; readonly now: number },
): Promise<JWTPayload | null> {
  const { errors, jwtVerify } = await jose();
  const expected = { algorithms: [ALGORITHM], audience: purpose, currentDate: new Date(now) };
  try {
    return (await jwtVerify(token, key, { ...expected, requiredClaims: ['sub', 'exp'] })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Null when a claim is not as `make` writes it, although the signature is right: another version made it. */
function claimsOf(payload: JWTPayload, purpose: MailPurpose): MailTokenClaims | null {
  const { sub, aud, exp, [VERSION_CLAIM]: version } = payload;
  const userId = Number(sub);
  const isSpelled = aud === purpose && sub === String(userId);
  if (!isSpelled || !isCount(userId) || userId < 1 || !isCount(version) || !isCount(exp)) return null;
  return { userId, purpose, version, dateExpiration: exp * 1_000 };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
