import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';

/**
 * Refuses a user who gives rights by a session of before a reset that took the account over while the request ran. To be
 * called after the record was read and before its compare-and-set: `withdrawRights` says why. An account that was confirmed
 * is never taken over, so nothing is read for it.
 * @throws DomainError General.Unauthorized
 */
export async function requireStillOwn(users: Ports['users'], user: User): Promise<void> {
  if (user.isVerified) return;
  const now = await users.findById(user.id);
  const isTakenOver = now?.isVerified === true && now.credentialsVersion !== user.credentialsVersion;
  if (isTakenOver) throw new DomainError(Responses.General.Unauthorized);
}
