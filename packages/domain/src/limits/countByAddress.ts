import type { LimitName } from '../auditLog.ts';
import type { Context } from '../context.ts';
import type { Limits } from '../policy.ts';
import { addressGroup, addressNetwork, ofNetwork } from './address.ts';
import { countHit } from './countHit.ts';
import type { RateRule } from './rateLimiter.ts';

/** What is counted by client address, with the limits of one address and of a whole network. */
const COUNTED = {
  register: { one: 'register', network: 'registerNetwork' },
  share: { one: 'shareAddress', network: 'shareNetwork' },
  'mail-address': { one: 'mailAddress', network: 'mailNetwork' },
} as const satisfies Record<string, { readonly one: LimitName & keyof Limits; readonly network: LimitName }>;

/**
 * Counts one hit of a client: by its address, and for IPv6 by the /56, of which one customer may have all addresses.
 * @throws TooManyRequestsError when one of the windows is full
 */
export async function countByAddress(
  context: Context,
  { what, address }: { readonly what: keyof typeof COUNTED; readonly address: string | undefined },
): Promise<void> {
  const { one, network } = COUNTED[what];
  const rule: RateRule | undefined = context.policy.limits?.[one];
  await countHit(context, { key: `${what}:${addressGroup(address)}`, rule, limit: one });
  const whole = addressNetwork(address);
  if (whole !== null)
    await countHit(context, { key: `${what}:${whole}`, rule: rule && ofNetwork(rule), limit: network });
}
