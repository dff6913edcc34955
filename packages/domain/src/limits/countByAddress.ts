import type { LimitName } from '../auditLog.ts';
import type { Limits } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { addressGroup, addressNetwork } from './address.ts';
import { countHit } from './countHit.ts';
import type { RateRule } from './rateLimiter.ts';

/** What is counted by client address, with the limits of one address and of a whole network. */
const COUNTED = {
  register: { one: 'register', network: 'registerNetwork' },
  'mail-address': { one: 'mailAddress', network: 'mailNetwork' },
} as const satisfies Record<string, { readonly one: LimitName; readonly network: LimitName }>;

interface Hit {
  readonly what: keyof typeof COUNTED;
  readonly address: string | undefined;
  /** Null: nothing is limited. */
  readonly limits: Limits | null;
}

/**
 * Counts one hit of a client: by its address, and for IPv6 by the /56, of which one customer may have all addresses.
 * @throws TooManyRequestsError when one of the windows is full
 */
export async function countByAddress(
  ports: Pick<Ports, 'limiter' | 'clock'>,
  { what, address, limits }: Hit,
  onProblem: OnProblem,
): Promise<void> {
  const { one, network } = COUNTED[what];
  const count = (group: string, limit: keyof Limits & LimitName) => {
    const rule: RateRule | undefined = limits?.[limit];
    return countHit(ports, { key: `${what}:${group}`, rule, limit }, onProblem);
  };
  await count(addressGroup(address), one);
  const whole = addressNetwork(address);
  if (whole !== null) await count(whole, network);
}
