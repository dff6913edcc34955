import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';

/**
 * Refuses a user who gives rights by a session that has ended while the request ran, if the account can have been taken over meanwhile.
 * To be called after the record was read and before its compare-and-set: `withdrawRights` says why. An account is taken over only
 * while it is unconfirmed. It is, and it gets so again when an unconfirmed address of before is taken back. For all others nothing is
 * read.
 * @throws DomainError General.Unauthorized
 */
export async function requireStillOwn(users: Ports['users'], user: User): Promise<void> {
  const canBeTakenOver = !user.isVerified || user.emailChange.former.some((one) => !one.isVerified);
  if (!canBeTakenOver) return;
  const now = await users.findById(user.id);
  if (now?.credentialsVersion !== user.credentialsVersion) throw new DomainError(Responses.General.Unauthorized);
}
