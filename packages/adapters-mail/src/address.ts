// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const ADDRESS = /^[^\s<>@"(),:;\\[\]]+@[^\s<>@"(),:;\\[\]]+$/;
// The longest path of RFC 5321, section 4.5.3.1.3, less its angle brackets.
const MAX_ADDRESS = 254;
// What fits a header in any encoding, and is far above what a pseudo may be.
const MAX_DISPLAY_NAME = 120;

/**
 * One plain address, `local@domain`, as the domain lets them through.
 * @throws TypeError when it is none; the message says which one by `what` and does not show it
 */
export function checkedAddress(address: string, what: string): string {
  if (!isOneLine(address) || address.length > MAX_ADDRESS || !ADDRESS.test(address)) {
    throw new TypeError(`${what} is not an e-mail address that mail can go to`);
  }
  return address;
}

/** @throws TypeError when the pseudo holds a control character or a lone surrogate, which no mail can carry */
export function checkedPseudo(pseudo: string): string {
  if (!isOneLine(pseudo)) throw new TypeError('The pseudo holds a control character or a lone surrogate');
  return pseudo;
}

/**
 * The name beside the recipient's address; empty, which leaves it out, for what a header cannot carry as it is: a name
 * too long for a line, and one that looks like an encoded word, which readers would decode.
 */
export function displayName(pseudo: string): string {
  return pseudo.length > MAX_DISPLAY_NAME || pseudo.includes('=?') ? '' : pseudo.trim();
}

function isOneLine(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}
