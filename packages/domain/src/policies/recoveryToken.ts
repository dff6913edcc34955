import type { Utilisateur } from '../entities/utilisateur.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports/index.ts';
import { Responses } from '../responses.ts';
import type { Policy } from './policy.ts';
import { readMailToken } from './tokenMail.ts';

/**
 * The user whom a recovery token lets set a new password: one whose password has not changed since.
 * @throws DomainError User.Invalid_token
 */
export async function userOfRecoveryToken(
  ports: Pick<Ports, 'users' | 'mailTokens' | 'clock'>,
  policy: Policy,
  token: unknown,
): Promise<Utilisateur> {
  const claims = await readMailToken(ports, policy, { token, purpose: 'recover' });
  const user = claims === null ? null : await ports.users.findById(claims.userId);
  if (user === null || user.credentialsVersion !== claims?.credentialsVersion) {
    throw new DomainError(Responses.User.Invalid_token);
  }
  return user;
}
