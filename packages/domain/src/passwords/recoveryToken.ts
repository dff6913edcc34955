import { DomainError } from '../errors.ts';
import { linkVersion, readMailToken } from '../mails/tokenMail.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';

/**
 * The user of a recovery token whose password and e-mail address have not changed since the token was made.
 * @throws DomainError User.Invalid_token
 */
export async function userOfRecoveryToken(
  ports: Pick<Ports, 'users' | 'mailTokens' | 'clock'>,
  policy: Policy,
  token: string,
): Promise<User> {
  const claims = await readMailToken(ports, policy, { token, purpose: 'recover' });
  const user = claims === null ? null : await ports.users.findById(claims.userId);
  if (user === null || linkVersion(user) !== claims?.version) {
    throw new DomainError(Responses.User.Invalid_token);
  }
  return user;
}
