import type { Algorithm, Grant } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { findByAddress } from '../emails/findByAddress.ts';
import { countHit } from '../limits.ts';
import { nextTurn } from '../work.ts';
import { REFUSED_MS } from './invitations.ts';

/*
 * A user may refuse all shares of an owner. The owner is not told: a right that the owner gives ends at once, as if the user had left, and
 * an address of the user gets no invitation, as if nobody read it.
 */

/** The user refuses all shares of the owner. */
interface Refusal {
  readonly userId: number;
  readonly ownerId: number;
}

const keyOf = ({ userId, ownerId }: Refusal): string => `no-shares:${userId}:${ownerId}`;

/** Lets the user get no shares of the owner. Repeatable. @throws TooManyRequestsError when the user has refused too many */
export async function refuseOwner(context: Context, refusal: Refusal): Promise<void> {
  const { userId: targetId } = refusal;
  const rule = context.policy.limits?.share; // each may be kept for years
  await countHit(context, { key: `refusals-of-user:${targetId}`, rule, limit: 'share', targetId });
  await context.limiter.remember(keyOf(refusal), context.clock.now() + REFUSED_MS);
}

/** Lets the user get shares of the owner again: what is remembered for no time from now on has ended. Repeatable. */
export async function admitOwner({ limiter, clock }: Context, refusal: Refusal): Promise<void> {
  await limiter.remembers(keyOf(refusal), clock.now(), 0);
}

export const isRefused = ({ limiter, clock }: Context, refusal: Refusal): Promise<boolean> =>
  limiter.remembers(keyOf(refusal), clock.now(), REFUSED_MS);

/** Whether the confirmed account of the address refuses the owner. */
export async function isRefusedAt(
  context: Context,
  { ownerId, adresseMail }: Pick<Refusal, 'ownerId'> & { readonly adresseMail: string },
): Promise<boolean> {
  const holder = await findByAddress(context.users, adresseMail);
  return holder?.isVerified === true && isRefused(context, { userId: holder.id, ownerId });
}

/** How many refusals are read in one turn. */
const READS = 50;

/** The grants of those who do not refuse the owner. */
export async function withoutRefusers<Given extends Grant>(
  context: Context,
  { ownerId }: Pick<Algorithm, 'ownerId'>,
  grants: readonly Given[],
): Promise<readonly Given[]> {
  const left: Given[] = [];
  for (let at = 0; at < grants.length; at += READS) {
    await nextTurn();
    const some = grants.slice(at, at + READS);
    const refused = await Promise.all(some.map(({ idUtilisateur: userId }) => isRefused(context, { userId, ownerId })));
    left.push(...some.filter((_, index) => refused[index] === false));
  }
  return left;
}
