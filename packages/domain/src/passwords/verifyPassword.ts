import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { Context } from '../context.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { Responses } from '../responses.ts';
import { DamagedError } from '../storeErrors.ts';
import type { User } from '../user.ts';
import type { PasswordHasher, VerifyClient } from './passwordHasher.ts';

/**
 * Whether the password is the user's; false without a user, after the same work.
 * @throws UnavailableError as `PasswordHasher.verify`; DamagedError when the stored hash cannot be verified
 */
export async function verifyPassword(
  hasher: PasswordHasher,
  { user, password, client }: { readonly user: User | null; readonly password: string; readonly client: VerifyClient },
): Promise<boolean> {
  try {
    return await hasher.verify(password, user?.mdpHash ?? null, client);
  } catch (cause) {
    if (cause instanceof UnavailableError || user === null) throw cause;
    throw new DamagedError({ place: 'users', id: user.id, field: 'mdpHash' }, 'no password can be verified', { cause });
  }
}

/**
 * Compares the current password of a user who is logged in. A wrong one counts as a failed login.
 * @throws DomainError User.Wrong_password; TooManyRequestsError, UnavailableError as `LoginGuard.attempt`
 */
export async function requireCurrentPassword(
  context: Context,
  { user, password, caller }: { readonly user: User; readonly password: string; readonly caller: AuthenticatedCaller },
): Promise<void> {
  const compare = () => verifyPassword(context.hasher, { user, password, client: caller });
  const login = { adresseMail: user.adresseMail, user, client: caller };
  if (await context.guard.attempt(login, compare)) return;
  audit(context, 'password.rejected', caller, { targetId: user.id });
  throw new DomainError(Responses.User.Wrong_password);
}
