import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { OwnUserOutput, ownUser, type User } from '../user.ts';

/** An account as an operator of the service sees it. */
export const AccountOutput = v.object({
  ...OwnUserOutput.entries,
  /** Whether the account was disabled: nobody can log in to it. */
  isDisabled: v.boolean(),
});
export type Account = Readonly<v.InferOutput<typeof AccountOutput>>;

export function accountOf(user: User): Account {
  return { ...ownUser(user), isDisabled: user.isDisabled };
}

/** @throws DomainError User.Not_found */
export async function existingUser({ users }: Pick<Ports, 'users'>, id: number): Promise<User> {
  const user = await users.findById(id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  return user;
}

/**
 * Changes a user until no other change of the password has come between the read and the write.
 * @throws DomainError User.Not_found
 */
export async function changeUser(
  ports: Pick<Ports, 'users'>,
  id: number,
  change: (user: User) => Promise<User | null>,
): Promise<User> {
  for (;;) {
    const changed = await change(await existingUser(ports, id));
    if (changed !== null) return changed;
  }
}
