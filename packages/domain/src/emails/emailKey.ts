/** How e-mail addresses are compared: `exact`, code unit by code unit, or `folded`, without regard to case. */
export type EmailCase = 'exact' | 'folded';

/** In every mode, because nearly all mailboxes ignore the case of letters. */
export const mailboxOf = (address: string): string => emailKey('folded', address);

/**
 * The text by which an address is compared: two addresses are one if their keys are equal, code unit by code unit. `exact`: the
 * address itself. `folded`: its NFC, in the lower case of Unicode without a language (`toLowerCase`), in NFC again. That is less than
 * full case folding: `ß` and `ss` stay two.
 */
export function emailKey(emailCase: EmailCase, address: string): string {
  return emailCase === 'exact' ? address : address.normalize('NFC').toLowerCase().normalize('NFC');
}

/** An address of a user: the present one, or one that the user can take back. */
export interface UserAddress {
  readonly id: number;
  readonly adresseMail: string;
}

const MOST_NAMED = 20;

/**
 * Finds users whose addresses are one when case is folded, before an adapter keeps them by folded addresses. It keeps all keys in memory.
 */
export class FoldedAddresses {
  readonly #groups = new Map<string, readonly UserAddress[]>();

  add(user: UserAddress): string {
    const key = emailKey('folded', user.adresseMail);
    const group = this.#groups.get(key) ?? [];
    if (group.every(({ id }) => id !== user.id)) this.#groups.set(key, [...group, user]);
    return key;
  }

  /** Why the users cannot be kept so, for the operator, with at most 20 groups of addresses. Null if no two addresses are one. */
  problem(): string | null {
    const groups = [...this.#groups.values()].filter((group) => group.length > 1);
    if (groups.length === 0) return null;
    const named = groups.slice(0, MOST_NAMED).map((group) => group.map(nameOf).join(' and '));
    const rest = groups.length - named.length;
    const more = rest === 0 ? '' : `; and ${rest} more groups`;
    return (
      `has users whose e-mail addresses are one when case is folded: ${named.join('; ')}${more}. ` +
      'Delete all of them but one (algotheque user delete), or start with ALGOTHEQUE_EMAIL_CASE=exact. Nothing was changed'
    );
  }
}

const nameOf = ({ id, adresseMail }: UserAddress): string => `${adresseMail} (user ${id})`;
