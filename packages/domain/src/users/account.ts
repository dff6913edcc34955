import * as v from 'valibot';
import { DomainError, Responses } from '../responses.ts';
import { OwnUserOutput, ownUser, type User } from '../user.ts';
import type { UserRepository } from './userRepository.ts';

/** An account as an operator of the service sees it. */
export const AccountOutput = v.object({
  ...OwnUserOutput.entries,
  isDisabled: v.boolean(),
});

export type Account = Readonly<v.InferOutput<typeof AccountOutput>>;

export function accountOf(user: User): Account {
  return { ...ownUser(user), isDisabled: user.isDisabled };
}

/** @throws DomainError User.Not_found */
export function present(user: User | null): User {
  if (user === null) throw new DomainError(Responses.User.Not_found);
  return user;
}

/** @throws DomainError User.Not_found */
export const existingUser = async (users: UserRepository, id: number): Promise<User> =>
  present(await users.findById(id));

/**
 * The user of this id, who is the requester.
 * @throws DomainError User.Not_found, User.Forbidden, General.Unauthorized for one who was disabled after the request was authenticated
 */
export async function requireSelf(
  users: UserRepository,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
): Promise<User> {
  const user = await existingUser(users, id);
  if (id !== requesterId) throw new DomainError(Responses.User.Forbidden);
  if (user.isDisabled) throw new DomainError(Responses.General.Unauthorized);
  return user;
}
