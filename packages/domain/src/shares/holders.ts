import { emailKey } from '../emails/emailKey.ts';
import type { Parts } from '../parts.ts';
import type { User } from '../user.ts';

/** A user, and an address that they have confirmed. */
export interface Holder {
  readonly userId: number;
  readonly adresseMail: string;
}

/** The addresses that the user has confirmed and has, or for which something is due; each once, as it was typed. */
export function confirmedBy({ adresseMail, isVerified, due }: User): ReadonlySet<string> {
  const awaited = due.flatMap((one) => (one.kind === 'shares' && one.adresseMail !== null ? [one.adresseMail] : []));
  return new Set([...(isVerified ? [adresseMail] : []), ...awaited]);
}

/** Whether the address is still one of those. */
export async function isHolder(
  { users, policy }: Pick<Parts, 'users' | 'policy'>,
  { userId, adresseMail }: Holder,
): Promise<boolean> {
  const user = await users.findById(userId);
  const key = emailKey(policy.emailCase, adresseMail);
  return user !== null && [...confirmedBy(user)].some((address) => emailKey(policy.emailCase, address) === key);
}
