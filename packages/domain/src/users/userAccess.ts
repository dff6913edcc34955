import { DomainError, Responses } from '../responses.ts';
import type { User } from '../user.ts';
import type { UserRepository } from './userRepository.ts';

type UserOperation = 'readOwn' | 'readPublic' | 'update' | 'delete' | 'sessions' | 'export';

/** Users act on themselves; every user may read the public part of every user. */
export function mayOnUser(requesterId: number, userId: number, operation: UserOperation): boolean {
  return operation === 'readPublic' || requesterId === userId;
}

/** @throws DomainError User.Not_found, User.Forbidden, General.Unauthorized for one who was disabled after the request was authenticated */
export async function requireSelf(
  users: UserRepository,
  asked: { readonly id: number; readonly requesterId: number; readonly operation: UserOperation },
): Promise<User> {
  const user = await users.findById(asked.id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  if (!mayOnUser(asked.requesterId, asked.id, asked.operation)) throw new DomainError(Responses.User.Forbidden);
  if (user.isDisabled) throw new DomainError(Responses.General.Unauthorized);
  return user;
}
