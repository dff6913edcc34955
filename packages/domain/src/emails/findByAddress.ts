import type { UserRepository } from '../ports.ts';
import type { User } from '../user.ts';

/**
 * The user whom a person means by an address: who has exactly it, as the service compares addresses; else the one who has it in another
 * case of letters, as `findByMailbox` says. Both are read to their end for every address, so that it takes the same work and the same time.
 */
export async function findByAddress(
  users: Pick<UserRepository, 'findByEmail' | 'findByMailbox'>,
  address: string,
): Promise<User | null> {
  const inOtherCase = users.findByMailbox(address);
  const [exact] = await Promise.allSettled([users.findByEmail(address), inOtherCase]);
  if (exact.status === 'rejected') throw exact.reason;
  return exact.value ?? inOtherCase; // who has exactly the address need not know that the read of others failed
}
