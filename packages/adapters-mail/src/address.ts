import { MAX_EMAIL, type Mail, type MailRecipient } from '@algotheque/domain';

const CONTROL = /\p{Cc}/u;
// RFC 5322, section 3.2.3: atext and dots. Dots may be anywhere.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;
// Fits into a header in any encoding, and is far above the length of a pseudo.
export const MAX_DISPLAY_NAME = 120;

/**
 * One plain address, `local@domain`, as the domain accepts them.
 * @throws TypeError when it is none; the message says which one by `what` and does not show it
 */
export function checkedAddress(address: string, what: string): string {
  if (address.length > MAX_EMAIL || !ADDRESS.test(address)) {
    throw new TypeError(`${what} is not an e-mail address that mail can go to`);
  }
  return address;
}

/** Whether a text fits in one line of a mail: no control characters, and no lone surrogates. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/** @throws TypeError when the text is empty, or is more than one line; the message says which one by `what` */
export function checkedLine(text: string, what: string): string {
  if (text.trim() === '' || !isOneLine(text)) throw new TypeError(`${what} is not one line of text`);
  return text;
}

export interface Sender {
  /** One plain address. */
  readonly address: string;
  /** The name that is shown with it; empty for none. */
  readonly name: string;
}

/**
 * The recipient of a mail.
 * @throws TypeError when mail cannot go to the address, or the pseudo has a control character or a lone surrogate, which no mail can have
 */
export function checkedRecipient({ adresseMail, pseudo }: Pick<MailRecipient, 'adresseMail' | 'pseudo'>) {
  const address = checkedAddress(adresseMail, 'The recipient');
  if (!isOneLine(pseudo)) throw new TypeError('The pseudo holds a control character or a lone surrogate');
  return { address, name: pseudo };
}

/**
 * Whether a mail is an invitation to the sender itself. Nobody can accept what the service offers to itself, and no user may fill its own
 * mailbox.
 */
export const isToSender = ({ address }: Sender, to: string, { kind }: Pick<Mail, 'kind'>): boolean =>
  kind === 'share_invitation' && to.toLowerCase() === address.toLowerCase();

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
