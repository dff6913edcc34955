import type { Ports } from '../ports.ts';
import type { User } from '../user.ts';

/**
 * The user whom a person means by an address: who has exactly it, as the service compares addresses; else the one who has it in another case of letters, as
 * `findByMailbox` says. Both are read for every address, so that it takes the same work.
 */
export async function findByAddress(users: Ports['users'], address: string): Promise<User | null> {
  const inOtherCase = users.findByMailbox(address);
  inOtherCase.catch(() => {}); // who has exactly the address need not know of others
  return (await users.findByEmail(address)) ?? inOtherCase;
}
