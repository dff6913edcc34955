import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { emailKey } from './emailKey.ts';

/** @throws RangeError when counters of logins would compare addresses in another way than the store of users does */
export function requireEmailCase({ users }: Pick<Ports, 'users'>, { emailCase }: Policy): void {
  const { emailCase: stored = 'exact' } = users;
  if (stored === emailCase) return;
  throw new RangeError(
    `The policy has emailCase '${emailCase}', and the store of users compares addresses '${stored}': open both with the same`,
  );
}

/** An address of a user: the present one, or one that the user can take back. */
export interface UserAddress {
  readonly id: number;
  readonly adresseMail: string;
}

/** How many groups of addresses a refusal names. */
const MOST_NAMED = 20;

/**
 * Finds users whose addresses are one when case is folded: an adapter asks before it keeps its users by folded addresses. It
 * keeps all keys in memory until the end.
 */
export class FoldedAddresses {
  readonly #first = new Map<string, UserAddress>();
  readonly #groups = new Map<string, UserAddress[]>();

  /** Adds a user, and returns the key of the address. */
  add(user: UserAddress): string {
    const key = emailKey('folded', user.adresseMail);
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, user);
    else if (first.id !== user.id) this.#groups.set(key, [...(this.#groups.get(key) ?? [first]), user]);
    return key;
  }

  /**
   * Why the users cannot be kept so, for the operator who must decide about these accounts: the message names at most 20
   * groups of addresses. Null if no two addresses are one.
   */
  problem(): string | null {
    if (this.#groups.size === 0) return null;
    const named = [...this.#groups.values()].slice(0, MOST_NAMED).map((group) => group.map(nameOf).join(' and '));
    const rest = this.#groups.size - named.length;
    const more = rest === 0 ? '' : `; and ${rest} more groups`;
    return (
      `has users whose e-mail addresses are one when case is folded: ${named.join('; ')}${more}. ` +
      'Delete all of them but one (algotheque user delete), or start with ALGOTHEQUE_EMAIL_CASE=exact. Nothing was changed'
    );
  }
}

const nameOf = ({ id, adresseMail }: UserAddress): string => `${adresseMail} (user ${id})`;
