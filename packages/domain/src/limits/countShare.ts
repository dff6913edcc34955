import type { AuthenticatedCaller } from '../caller.ts';
import type { Parts } from '../parts.ts';
import { addressGroup } from './address.ts';
import { countByAddress } from './countByAddress.ts';
import { countHit } from './countHit.ts';

type Counting = Pick<Parts, 'limiter' | 'clock' | 'policy' | 'onProblem'>;

/**
 * Counts that a user shares something: it sends a mail, and tells whether a confirmed account has an address.
 * @throws TooManyRequestsError when the user, or the address of the client, has shared too often
 */
export async function countShare(
  parts: Counting,
  caller: AuthenticatedCaller,
  { byAddress }: { readonly byAddress: boolean },
): Promise<void> {
  const { user, address } = caller;
  if (byAddress && !user.isVerified) await countInvitation(parts, caller);
  await countByAddress(parts, { what: 'share', address });
  await countOne(parts, user.id);
}

/** So many people that get a right at once count as one share. They get no mail. */
const PEOPLE_PER_SHARE = 10;

/** Counts that a user gives rights to this many people who had none. @throws TooManyRequestsError */
export async function countGrants(parts: Counting, userId: number, people: number): Promise<void> {
  for (let counted = 0; counted < people; counted += PEOPLE_PER_SHARE) await countOne(parts, userId);
}

const countOne = (parts: Counting, id: number): Promise<void> =>
  countHit(parts, { key: `share-of-user:${id}`, rule: parts.policy.limits?.share, limit: 'share', targetId: id });

/** Anybody can make an account with any address: one that was never confirmed sends a few mails to strangers a day, and all from one client address as many as all of them to one. */
async function countInvitation(parts: Counting, { user: { id }, address }: AuthenticatedCaller): Promise<void> {
  const { limits } = parts.policy;
  const few = limits === null ? undefined : { ...limits.mailsOfUnconfirmed, limit: limits.mailsPerLinkLife };
  const all = limits?.mailsOfUnconfirmed;
  const key = `invitations-of-unconfirmed-at:${addressGroup(address)}`;
  await countHit(parts, { key: `invitations-of-unconfirmed:${id}`, rule: few, limit: 'share', targetId: id });
  await countHit(parts, { key, rule: all, limit: 'shareAddress', targetId: null });
}
