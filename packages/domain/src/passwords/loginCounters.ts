import type { LimitName } from '../auditLog.ts';
import { addressGroup, addressNetwork, ofNetwork } from '../limits/address.ts';
import type { RateRule } from '../limits/rateLimiter.ts';
import type { Limits } from '../policy.ts';
import type { User } from '../user.ts';

/** With other credentials a user counts as another one: no address is known any more. */
export type GuardedUser = Pick<User, 'id' | 'credentialsVersion'>;

/** What counts the failures of one kind of logins. */
export interface Counter {
  readonly limit: LimitName;
  readonly key: string;
  readonly rule: RateRule;
}

const BY_ADDRESS: readonly LimitName[] = ['loginAddress', 'loginNetwork'];

/** Whether a limit counts by client address alone, so that it concerns no user. */
export const isOfAddress = (limit: LimitName): boolean => BY_ADDRESS.includes(limit);

/** The counters of a client address, and of its network. */
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

/** Of nobody, no address is ever remembered. */
export const versionKey = (user: GuardedUser | null): string => `${user?.id ?? 0}:${user?.credentialsVersion ?? 0}`;

export const knownKey = (user: GuardedUser | null, address: string): string =>
  `known:${versionKey(user)}:${addressGroup(address)}`;
