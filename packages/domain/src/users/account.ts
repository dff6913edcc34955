import * as v from 'valibot';
import type { Ports } from '../ports.ts';
import { DomainError, Responses } from '../responses.ts';
import { OwnUserOutput, ownUser, type User } from '../user.ts';

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
export async function existingUser({ users }: Pick<Ports, 'users'>, id: number): Promise<User> {
  const user = await users.findById(id);
  if (user === null) throw new DomainError(Responses.User.Not_found);
  return user;
}

/**
 * Until no other change of the password has come between the read and the write.
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

type UserOperation = 'readOwn' | 'readPublic' | 'update' | 'delete' | 'sessions' | 'export';

/** Users act on themselves; every user may read the public part of every user. */
export function mayOnUser(requesterId: number, userId: number, operation: UserOperation): boolean {
  return operation === 'readPublic' || requesterId === userId;
}

/** @throws DomainError User.Not_found, User.Forbidden, General.Unauthorized for one who was disabled after the request was authenticated */
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
