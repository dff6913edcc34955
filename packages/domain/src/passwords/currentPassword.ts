import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import type { LoginGuard } from './loginGuard.ts';
import { verifyPassword } from './verifyPassword.ts';

/**
 * Compares the current password of a user who is logged in. A wrong one counts as a failed login.
 * @throws DomainError User.Wrong_password; TooManyRequestsError, UnavailableError as `LoginGuard.attempt`
 */
export async function requireCurrentPassword(
  ports: Pick<Ports, 'hasher' | 'audit' | 'clock'>,
  guard: LoginGuard,
  { user, password, caller }: { readonly user: User; readonly password: string; readonly caller: AuthenticatedCaller },
): Promise<void> {
  const compare = () => verifyPassword(ports.hasher, { user, password, client: caller });
  const login = { adresseMail: user.adresseMail, user, client: caller };
  if (await guard.attempt(login, compare)) return;
  audit(ports, 'password.rejected', caller, { targetId: user.id });
  throw new DomainError(Responses.User.Wrong_password);
}
