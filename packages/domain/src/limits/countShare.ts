import type { AuthenticatedCaller } from '../caller.ts';
import type { Context } from '../context.ts';
import { addressGroup } from './address.ts';
import { countByAddress } from './countByAddress.ts';
import { countHit } from './countHit.ts';

/**
 * Counts that a user shares something: it sends a mail, and tells whether a confirmed account has an address.
 * @throws TooManyRequestsError when the user, or the address of the client, has shared too often
 */
export async function countShare(
  context: Context,
  caller: AuthenticatedCaller,
  { byAddress }: { readonly byAddress: boolean },
): Promise<void> {
  const { user, address } = caller;
  if (byAddress && !user.isVerified) await countInvitation(context, caller);
  await countByAddress(context, { what: 'share', address });
  await countOne(context, user.id);
}

/** So many people that get a right at once count as one share. They get no mail. */
const PEOPLE_PER_SHARE = 10;

/** Counts that a user gives rights to this many people who had none. @throws TooManyRequestsError */
export async function countGrants(context: Context, userId: number, people: number): Promise<void> {
  for (let counted = 0; counted < people; counted += PEOPLE_PER_SHARE) await countOne(context, userId);
}

const countOne = (context: Context, id: number): Promise<void> =>
  countHit(context, { key: `share-of-user:${id}`, rule: context.policy.limits?.share, limit: 'share', targetId: id });

/**
 * Anybody can make an account with any address: one that was never confirmed sends a few mails to strangers a day, and all from one client
 * address as many as all of them to one.
 */
async function countInvitation(context: Context, { user: { id }, address }: AuthenticatedCaller): Promise<void> {
  const { limits } = context.policy;
  const few = limits === null ? undefined : { ...limits.mailsOfUnconfirmed, limit: limits.mailsPerLinkLife };
  const all = limits?.mailsOfUnconfirmed;
  const key = `invitations-of-unconfirmed-at:${addressGroup(address)}`;
  await countHit(context, { key: `invitations-of-unconfirmed:${id}`, rule: few, limit: 'share', targetId: id });
  await countHit(context, { key, rule: all, limit: 'shareAddress', targetId: null });
}
