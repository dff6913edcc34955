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
export async function existingUser(users: UserRepository, id: number): Promise<User> {
  const user = await users.findById(id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  return user;
}

/**
 * Tries again while `change` resolves to null: another change of the credentials came between the read and the write. There is no count: a
 * try fails only if another change has succeeded, so of all at once one succeeds in each round.
 * @throws DomainError User.Not_found
 */
export async function retryUserChange(
  users: UserRepository,
  id: number,
  change: (user: User) => Promise<User | null>,
): Promise<User> {
  for (;;) {
    const changed = await change(await existingUser(users, id));
    if (changed !== null) return changed;
  }
}
