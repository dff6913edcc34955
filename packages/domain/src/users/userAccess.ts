import { DomainError, Responses } from '../responses.ts';
import type { User } from '../user.ts';
import type { UserRepository } from './userRepository.ts';

/**
 * The user of this id, who is the requester.
 * @throws DomainError User.Not_found, User.Forbidden, General.Unauthorized for one who was disabled after the request was authenticated
 */
export async function requireSelf(
  users: UserRepository,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
): Promise<User> {
  const user = await users.findById(id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  if (id !== requesterId) throw new DomainError(Responses.User.Forbidden);
  if (user.isDisabled) throw new DomainError(Responses.General.Unauthorized);
  return user;
}
