import { addressGroup, addressNetwork, ofNetwork } from '../address.ts';
import type { LimitName } from '../audit.ts';
import type { Limits } from '../policy.ts';
import type { RateRule } from '../rateLimiter.ts';
import type { User } from '../user.ts';

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
