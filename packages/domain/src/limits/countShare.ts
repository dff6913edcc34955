import type { AuthenticatedCaller } from '../caller.ts';
import type { Parts } from '../parts.ts';
import { countByAddress } from './countByAddress.ts';
import { countHit } from './countHit.ts';

/**
 * Counts that a user shares something: it sends a mail, and tells whether a confirmed account has an address.
 * @throws TooManyRequestsError when the user, or the address of the client, has shared too often
 */
export async function countShare(
  parts: Pick<Parts, 'limiter' | 'clock' | 'policy' | 'onProblem'>,
  { user, address }: AuthenticatedCaller,
): Promise<void> {
  await countByAddress(parts, { what: 'share', address });
  const rule = parts.policy.limits?.share;
  await countHit(parts, { key: `share-of-user:${user.id}`, rule, limit: 'share', targetId: user.id });
}
