import { addressGroup, addressNetwork, ofNetwork } from '../address.ts';
import type { LimitName } from '../audit.ts';
import type { Limits } from '../policy.ts';
import type { RateRule } from '../rateLimiter.ts';
import { UnavailableError } from '../responses.ts';
import type { User } from '../user.ts';
import { RunningCount } from '../work.ts';

/** With other credentials no address is known any more. */
export type GuardedUser = Pick<User, 'id' | 'credentialsVersion'>;

export interface Counter {
  readonly limit: LimitName;
  readonly key: string;
  readonly rule: RateRule;
}

const BY_ADDRESS: readonly LimitName[] = ['loginAddress', 'loginNetwork'];

export const isOfAddress = (limit: LimitName): boolean => BY_ADDRESS.includes(limit);

export function addressCounters(limits: Limits, address: string): readonly Counter[] {
  const counter = (limit: LimitName, group: string, rule: RateRule): Counter => ({
    limit,
    key: `login-address:${group}`,
    rule,
  });
  const network = addressNetwork(address);
  const one = counter('loginAddress', addressGroup(address), limits.loginAddress);
  return network === null ? [one] : [one, counter('loginNetwork', network, ofNetwork(limits.loginAddress))];
}

// Each counter has a prefix of its own: an e-mail that a caller sends must never name another counter.
// `email` is the mailbox of an address (`mailboxOf`), so that all ways to type it have one counter.
export const pairKey = (email: string, address: string | undefined): string =>
  `login-pair:${addressGroup(address)}:${email}`;

export const versionKey = (user: GuardedUser | null): string => `${user?.id ?? 0}:${user?.credentialsVersion ?? 0}`;

export const knownKey = (user: GuardedUser | null, address: string): string =>
  `known:${versionKey(user)}:${addressGroup(address)}`;

/**
 * Tries that wait for undecided ones: as many as hashes wait; and of one client address (IPv6: one /64) as many as failures are allowed by
 * default. Clients without an address count as one that may have all.
 */
const WAITING = { inAll: 256, perAddress: 100 };

export class WaitingRoom {
  readonly #waiting = new RunningCount<string>();

  /** @throws UnavailableError at once, without `work`, if there is no room for one more of this address */
  async during<Result>(address: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const group = addressGroup(address);
    const isAddressFull = address !== undefined && this.#waiting.of(group) >= WAITING.perAddress;
    if (isAddressFull || this.#waiting.inAll >= WAITING.inAll)
      throw new UnavailableError({ reason: 'as many logins wait for others as may' });
    const leave = this.#waiting.add([group]);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
