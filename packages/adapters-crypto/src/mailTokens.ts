import type { MailPurpose, MailTokenClaims, MailTokens } from '@algotheque/domain';
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
/** The key of HS256 has at least the size of its hash: RFC 7518, section 3.2. */
const MIN_KEY_BYTES = 32;
/** Longer than any token that `make` gives; a longer one is refused without work. */
const MAX_TOKEN_LENGTH = 1_024;

/**
 * Mail tokens as signed JWTs (HS256). The purpose is the audience, so that one purpose is never accepted for the other.
 * @throws RangeError for a secret of fewer than 32 bytes
 */
export function signedMailTokens(secret: Uint8Array): MailTokens {
  if (secret.length < MIN_KEY_BYTES) throw new RangeError(`The secret must be at least ${MIN_KEY_BYTES} bytes`);
  return {
    make: ({ userId, purpose, credentialsVersion, dateExpiration }) =>
      new SignJWT({ v: credentialsVersion })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(userId))
        .setAudience(purpose)
        .setExpirationTime(Math.floor(dateExpiration / 1_000))
        .sign(secret),
    read: async (token, purpose, now) =>
      token.length > MAX_TOKEN_LENGTH ? null : read(secret, { token, purpose, now }),
  };
}

async function read(
  secret: Uint8Array,
  { token, purpose, now }: { readonly token: string; readonly purpose: MailPurpose; readonly now: number },
): Promise<MailTokenClaims | null> {
  const options = {
    algorithms: [ALGORITHM],
    audience: purpose,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'sub'],
  };
  try {
    const { payload } = await jwtVerify(token, secret, options);
    return claims(purpose, { userId: payload.sub, credentialsVersion: payload['v'], exp: payload.exp });
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function claims(
  purpose: MailPurpose,
  {
    userId,
    credentialsVersion,
    exp,
  }: { readonly userId: unknown; readonly credentialsVersion: unknown; readonly exp: unknown },
): MailTokenClaims | null {
  if (typeof userId !== 'string' || !/^[1-9]\d{0,15}$/.test(userId)) return null;
  if (typeof credentialsVersion !== 'number' || typeof exp !== 'number') return null;
  return { userId: Number(userId), purpose, credentialsVersion, dateExpiration: exp * 1_000 };
}
