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
