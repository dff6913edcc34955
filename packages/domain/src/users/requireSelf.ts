import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { mayOnUser, type UserOperation } from './rights.ts';

/**
 * The user of an operation that only this user may do.
 * @throws DomainError User.Not_found, User.Forbidden, General.Unauthorized for one who was disabled after the request was authenticated
 */
export async function requireSelf(
  { users }: Pick<Ports, 'users'>,
  asked: { readonly id: number; readonly requesterId: number; readonly operation: UserOperation },
): Promise<User> {
  const user = await users.findById(asked.id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  if (!mayOnUser(asked.requesterId, asked.id, asked.operation)) throw new DomainError(Responses.User.Forbidden);
  if (user.isDisabled) throw new DomainError(Responses.General.Unauthorized);
  return user;
}
