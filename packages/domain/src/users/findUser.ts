import type { AuthenticatedCaller } from '../caller.ts';
import type { Ports } from '../ports.ts';
import type { Utilisateur } from '../user.ts';

/** The user, or null when absent: as the store has it, or as the caller's own request has already read it there. */
export async function findUser(
  { users }: Pick<Ports, 'users'>,
  id: number,
  { user, isFresh }: AuthenticatedCaller,
): Promise<Utilisateur | null> {
  return isFresh === true && user.id === id ? user : users.findById(id);
}
