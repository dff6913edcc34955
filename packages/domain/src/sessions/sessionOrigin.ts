import type { Caller } from '../caller.ts';
import { UNPRINTABLE } from '../inputs/text.ts';
import { addressArea } from '../limits/address.ts';
import type { Session } from '../session.ts';

/** The most code points of a session's `client`. */
export const MAX_CLIENT = 100;

const unprintable = new RegExp(`[${UNPRINTABLE}]`, 'g');

/** What a session tells about the login that made it. The whole address is not kept. */
export function sessionOrigin({ client, address }: Caller): Pick<Session, 'client' | 'address'> {
  return { client: client === undefined ? null : boundedWords(client), address: addressArea(address) };
}

/** Bounded before anything else is done with it: clients choose the text. */
function boundedWords(text: string): string | null {
  const printable = text
    .slice(0, 2 * MAX_CLIENT)
    .toWellFormed()
    .replace(unprintable, '')
    .trim();
  const words = [...printable].slice(0, MAX_CLIENT).join('').trim();
  return words === '' ? null : words;
}
