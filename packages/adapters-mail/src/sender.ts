import { checkedAddress, checkedLine, MAX_DISPLAY_NAME } from './address.ts';

/** Who sends the mails. */
export interface Sender {
  /** One plain address. */
  readonly address: string;
  /** The name that is shown with it; empty for none. */
  readonly name: string;
}

/** `Name <address>`. Double quotes around the name are not a part of it. */
const NAMED = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>$/;

/**
 * Reads `a@example.org` or `Ada's service <a@example.org>`.
 * @throws TypeError when it is neither; the message does not show it
 */
export function parseSender(text: string): Sender {
  const [, quoted, plain = '', inBrackets] = NAMED.exec(text) ?? [];
  const address = checkedAddress(inBrackets ?? text, 'The sender of mails');
  if (inBrackets === undefined) return { address, name: '' };
  const name = checkedLine(quoted ?? plain, 'The name of the sender of mails').trim();
  if (name.length > MAX_DISPLAY_NAME)
    throw new TypeError(`The name of the sender of mails has more than ${MAX_DISPLAY_NAME} characters`);
  return { address, name };
}
