import type { Utilisateur } from '../entities/utilisateur.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports/index.ts';
import { Responses } from '../responses.ts';

/**
 * The user whom a recovery token lets set a new password: one whose password has not changed since.
 * @throws DomainError User.Invalid_token
 */
export async function userOfRecoveryToken(
  { users, mailTokens, clock }: Pick<Ports, 'users' | 'mailTokens' | 'clock'>,
  token: unknown,
): Promise<Utilisateur> {
  const claims = typeof token === 'string' ? await mailTokens.read(token, 'recover', clock.now()) : null;
  const user = claims === null ? null : await users.findById(claims.userId);
  if (user === null || user.credentialsVersion !== claims?.credentialsVersion) {
    throw new DomainError(Responses.User.Invalid_token);
  }
  return user;
}
