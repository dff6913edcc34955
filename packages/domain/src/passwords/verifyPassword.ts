import { UnavailableError } from '../errors.ts';
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
